#!lua
-- Replaces an approval if its version is still the one that was read: vote, state
-- pending injection and what is chained about it in one write.
-- KEYS: 1 keyApproval, 2 keyPending, 3 keyMarked, 4 keyPrompts, 5 keyMessages, keyWaiting
-- of those who are asked (so many as ARGV 12 says), then those of the chain
-- ARGV: 1 id, 2 the record, 3 state, 4 inject (1 or 0), 5 when it expires (µs, or
-- +inf), 6 nonce, 7 retention of decisions (ms, 0 = for ever), 8 the version that was read, 9
-- the new version, 10 retention of messages (ms, 0 = for ever), 11 expiry while held (ms),
-- 12 how many keyWaiting, from 13 on the chain's
-- Returns 1 if it is stored, 0 if the version is another, -1 if there is none, {2,
-- number, hash} of the chain's head if the entries are behind another.
-- Safe to repeat: the nonce is in what is stored.
-- with lib_ledger
local was = redis.call('HMGET', KEYS[1], 'v', 'w', 't')
if not was[1] then return -1 end
if was[1] ~= ARGV[8] then
  if was[2] == ARGV[6] then return 1 end
  return 0
end
local waiting = tonumber(ARGV[12])
local other = behind(6 + waiting, 13)
if other then return other end
local held = '0'
if ARGV[3] == 'pending' or ARGV[4] == '1' then held = '1' end
local t = redis.call('TIME')
redis.call('HSET', KEYS[1], 'v', ARGV[9], 's', ARGV[3], 'h', held, 'w', ARGV[6], 'b', ARGV[2],
  'u', string.format('%.0f', t[1] * 1000000 + t[2]))
if ARGV[3] == 'pending' then
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
  for i = 6, 5 + waiting do redis.call('ZADD', KEYS[i], was[3], ARGV[1]) end
else
  redis.call('ZREM', KEYS[2], ARGV[1])
  for i = 6, 5 + waiting do redis.call('ZREM', KEYS[i], ARGV[1]) end
end
if ARGV[4] == '1' then
  redis.call('ZADD', KEYS[3], was[3], ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
if held == '1' or ARGV[7] == '0' then
  redis.call('PERSIST', KEYS[1])
else
  redis.call('PEXPIRE', KEYS[1], ARGV[7])
end
if ARGV[10] ~= '0' then
  local ttl = ARGV[10]
  if held == '1' then ttl = ARGV[11] end
  redis.call('PEXPIRE', KEYS[4], ttl)
  redis.call('PEXPIRE', KEYS[5], ttl)
end
chain(6 + waiting, 13, ARGV[1])
return 1
