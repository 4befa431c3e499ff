#!lua flags=allow-oom
-- Takes keys away, moves them from beside to their places, or says what is next: nothing of it needs room.
-- KEYS: 1 keyCopy; then the keys; of 'move' from and to of each
-- ARGV: 1 of whom the copy is, '' of nobody any more; 2 'drop' or 'move'; 'next': it says ARGV 3 from now on, nothing if that is ''
-- Returns 1, 0 if the copy is somebody else's or over. Safe to repeat.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == 'drop' then
  for k = 2, #KEYS do redis.call('UNLINK', KEYS[k]) end
elseif ARGV[2] == 'move' then
  for k = 2, #KEYS, 2 do
    if redis.call('EXISTS', KEYS[k]) == 1 then redis.call('RENAME', KEYS[k], KEYS[k + 1]) end
  end
elseif ARGV[3] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[3])
end
return 1
