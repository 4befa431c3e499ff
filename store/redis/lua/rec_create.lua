#!lua
-- Creates an approval unless it exists, with what is chained about it.
-- KEYS: 1 keyApproval, 2 keyPending, 3 keyMarked, 4 keyApprovals, keyWaiting of those who
-- are asked (so many as ARGV 8 says), then those of the chain
-- ARGV: 1 id, 2 the record, 3 state, 4 inject (1 or 0), 5 when it expires (µs, or
-- +inf), 6 nonce, 7 retention of decisions (ms, 0 = for ever), 8 how many keyWaiting, from 9 on the chain's
-- Returns {1} if it is stored now, {0, version, the record that is stored}, or {2,
-- number, hash} of the chain's head if the entries are behind another.
-- Safe to repeat: the nonce is in what is stored.
-- with lib_ledger
local known = redis.call('HMGET', KEYS[1], 'v', 'b', 'c')
if known[1] then
  if known[3] == ARGV[6] then return {1} end
  return {0, known[1], known[2]}
end
local waiting = tonumber(ARGV[8])
local other = behind(5 + waiting, 9)
if other then return other end
local t = redis.call('TIME')
local at = t[1] * 1000000 + t[2]
local now = string.format('%.0f', at)
local newest = redis.call('ZRANGE', KEYS[4], -1, -1, 'WITHSCORES')
if newest[2] and tonumber(newest[2]) >= at then at = tonumber(newest[2]) + 1 end
local held = '0'
if ARGV[3] == 'pending' or ARGV[4] == '1' then held = '1' end
redis.call('HSET', KEYS[1], 'v', 1, 's', ARGV[3], 'h', held, 't', string.format('%.0f', at), 'c', ARGV[6], 'b', ARGV[2], 'u', now)
redis.call('ZADD', KEYS[4], at, ARGV[1])
if ARGV[3] == 'pending' then
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
  for i = 5, 4 + waiting do redis.call('ZADD', KEYS[i], at, ARGV[1]) end
end
if ARGV[4] == '1' then redis.call('ZADD', KEYS[3], at, ARGV[1]) end
if held == '0' and ARGV[7] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
chain(5 + waiting, 9, ARGV[1])
return {1}
