#!lua
-- Takes tokens of buckets, or gives them back.
-- KEYS, each operation: 1 keyBucket
-- ARGV, each operation: 1 size, 2 per (µs), 3 nonce, 4 how many to take
-- Returns for each {1 if they were there, µs until they are}. Safe to repeat: the nonce
-- of the last operation on a bucket is kept with its answer.
local TIME = redis.call('TIME')
local now = TIME[1] * 1000000 + TIME[2]
local out = {}
for i = 1, #KEYS do
  local a = 4 * i - 4
  local n, per, take = tonumber(ARGV[a + 1]), tonumber(ARGV[a + 2]), tonumber(ARGV[a + 4])
  local v = redis.call('GET', KEYS[i])
  local tokens, at, nonce, ok, wait = n, now, '', 1, 0
  if v then tokens, at, nonce, ok, wait = unpack(cmsgpack.unpack(v)) end
  if nonce ~= ARGV[a + 3] then
    tokens = math.min(n, tokens + math.max(0, now - at) * n / per)
    if take > 0 and tokens < take then
      ok, wait = 0, n > 0 and math.ceil((take - tokens) * per / n) or per
    else
      tokens, ok, wait = math.min(n, tokens - take), 1, 0
    end
    redis.call('SET', KEYS[i], cmsgpack.pack({tokens, now, ARGV[a + 3], ok, wait}), 'PX', math.max(1, math.ceil(per / 1000)))
  end
  out[i] = {ok, wait}
end
return out
