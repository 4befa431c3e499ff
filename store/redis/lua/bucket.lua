#!lua
-- Takes a token of a bucket, or gives one back.
-- KEYS: 1 keyBucket
-- ARGV: 1 n, 2 per (µs), 3 nonce, 4 1 to take, -1 to give back
-- Returns {1 if a token was there, µs until there is one}. Safe to repeat: the
-- nonce of the last operation is kept with its answer.
local TIME = redis.call('TIME')
local now = TIME[1] * 1000000 + TIME[2]
local n, per, change = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
local v = redis.call('GET', KEYS[1])
local tokens, at, nonce, ok, wait = n, now, '', 1, 0
if v then tokens, at, nonce, ok, wait = unpack(cmsgpack.unpack(v)) end
if nonce == ARGV[3] then return {ok, wait} end
tokens = math.min(n, tokens + math.max(0, now - at) * n / per)
if change > 0 and tokens < 1 then
  ok, wait = 0, math.ceil((1 - tokens) * per / n)
else
  tokens, ok, wait = math.min(n, tokens - change), 1, 0
end
redis.call('SET', KEYS[1], cmsgpack.pack({tokens, now, ARGV[3], ok, wait}), 'PX', math.max(1, math.ceil(per / 1000)))
return {ok, wait}
