#!lua
-- Begins, goes on with or ends noting what is written, for a copy of all.
-- KEYS: 1 keyCopy, 2 keyChanged
-- ARGV: 1 of whom, 2 for how long (ms; 0: it ends), 3 '1': it begins
-- Returns who does it now, '' if nobody does: that of ARGV 1 is lost. Safe to repeat.
local has = redis.call('GET', KEYS[1])
if has and has ~= ARGV[1] then return has end
if not has then
  if ARGV[3] ~= '1' then return '' end
  redis.call('DEL', KEYS[2])
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1], KEYS[2])
  return ARGV[1]
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
