#!lua flags=allow-oom
-- Begins, holds, ends or gives up filling the store from a copy; also where there is no room for one: it must go away again.
-- KEYS: 1 keyCopy, 2 keyClock beside
-- ARGV: 1 of whom, with what to do if it does not end; 2 'begin', 'hold', 'undo'; or the last number that was
--   given: all is loaded, and it says ARGV 3 from now on; 3 of 'begin' and 'hold': how long it holds, ms
-- Returns what was there before and, of 'begin', for how long that would hold (ms; -1: for good). Safe to repeat.
local has = redis.call('GET', KEYS[1]) or ''
if ARGV[2] == 'begin' then
  local held = redis.call('PTTL', KEYS[1])
  if string.sub(has, 1, 4) ~= 'out:' and not string.find(has, '^in:%x+:') then
    if has ~= '' and held == -1 then -- half of what an older build has filled: it stays no store
      redis.call('SET', KEYS[1], ARGV[1])
    else
      redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
    end
    redis.call('SET', KEYS[2], 0) -- says that something may be beside
  end
  return {has, held}
end
if has ~= ARGV[1] then return {has, 0} end
local lasts = redis.call('PTTL', KEYS[1]) == -1
if ARGV[2] == 'hold' then
  if not lasts then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
elseif ARGV[2] == 'undo' then
  if not lasts then redis.call('DEL', KEYS[1]) end
else
  redis.call('SET', KEYS[2], ARGV[2])
  redis.call('SET', KEYS[1], ARGV[3])
end
return {has, 0}
