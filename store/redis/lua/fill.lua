#!lua
-- Begins or ends filling the store from a copy.
-- KEYS: 1 keyCopy, 2 keyClock
-- ARGV: 1 of whom, with what to do if it does not end; 2 'begin'; 'undo': nothing was put; or
--   the last number that was given: it ends; 3 when it begins: of whom, if another did not end
-- Returns what was there before. Safe to repeat.
local has = redis.call('GET', KEYS[1]) or ''
if ARGV[2] == 'begin' then
  if has == ARGV[1] then return '' end
  if has == '' then
    redis.call('SET', KEYS[1], ARGV[1])
  elseif string.sub(has, 1, 3) == 'in:' then
    redis.call('SET', KEYS[1], ARGV[3])
  end
  return has
end
if has ~= ARGV[1] then return has end
if ARGV[2] ~= 'undo' and tonumber(ARGV[2]) > tonumber(redis.call('GET', KEYS[2]) or 0) then redis.call('SET', KEYS[2], ARGV[2]) end
redis.call('DEL', KEYS[1])
return has
