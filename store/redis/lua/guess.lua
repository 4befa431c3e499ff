#!lua
-- Counts wrong codes from an address, and locks it when there are too many.
-- KEYS: 1 keyGuesses: a sorted set, 'g' and the key of a guess by its time (µs), or
-- 'l' and the key that made the lock by its end (µs)
-- ARGV: 1 window (µs), 2 how many make a lock, 3 how long it holds (µs), 4… keys; none
-- only looks
-- Returns {key, end} of the lock that holds now, {} if there is none. Safe to repeat: a
-- key counts once, and the lock that it made is found.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local window, limit, hold = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local all = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
local n, old = 0, {}
for i = 1, #all, 2 do
  local at = tonumber(all[i + 1])
  if string.sub(all[i], 1, 1) == 'l' then
    if at > now then return {string.sub(all[i], 2), string.format('%.0f', at)} end
    old[#old + 1] = all[i]
  elseif at <= now - window then
    old[#old + 1] = all[i]
  else
    n = n + 1
  end
end
if #ARGV < 4 then return {} end
if #old > 0 then redis.call('ZREM', KEYS[1], unpack(old)) end
for i = 4, #ARGV do
  n = n + redis.call('ZADD', KEYS[1], 'NX', string.format('%.0f', now), 'g' .. ARGV[i])
end
if n < limit then
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
  return {}
end
local till = string.format('%.0f', now + hold)
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[1], till, 'l' .. ARGV[#ARGV])
redis.call('PEXPIRE', KEYS[1], math.ceil(hold / 1000))
return {ARGV[#ARGV], till}
