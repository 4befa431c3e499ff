#!lua
-- Gives a code out.
-- KEYS: 1 keyCode
-- ARGV: 1 approval, 2 person, 3 nonce, 4 how long it is unique (µs), 5 expiry (ms),
-- 6 approval that may lose it once that time is over, or ''
-- Returns {1} if it is given out, else {0, approval that has it, 1 if its time is over}.
-- Safe to repeat, also by another attempt at the same approval.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local was = redis.call('HMGET', KEYS[1], 'a', 'p', 't')
if was[1] then
  local over = tonumber(was[3]) + tonumber(ARGV[4]) <= now
  if was[1] == ARGV[1] and was[2] == ARGV[2] then
    redis.call('HSET', KEYS[1], 'n', ARGV[3]) -- what the other attempt takes back is not this
    return {1}
  end
  if not over then return {0, was[1], 0} end
  if was[1] ~= ARGV[6] then return {0, was[1], 1} end
end
redis.call('HSET', KEYS[1], 'a', ARGV[1], 'p', ARGV[2], 'n', ARGV[3], 't', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return {1}
