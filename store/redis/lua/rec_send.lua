#!lua
-- Stores or replaces records of sends, with their states.
-- KEYS, each operation: 1 keySend, 2 to 5 keySendsState of sending, sent, failed, unknown
-- ARGV, each operation: 1 id, 2 number of the state (1 to 4), 3 the record, 4 number
-- of the state that it must be in now, 0 for any or none, 5 nonce
-- Returns for each 1, or 0 if it was in another state. Safe to repeat: the nonce is
-- in what is stored.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local out = {}
for i = 0, #KEYS / 5 - 1 do
  local send = KEYS[5 * i + 1]
  local id, state, from, nonce = ARGV[5 * i + 1], ARGV[5 * i + 2], ARGV[5 * i + 4], ARGV[5 * i + 5]
  local was = redis.call('HMGET', send, 's', 'w')
  if was[2] == nonce then
    out[i + 1] = 1
  elseif from ~= '0' and was[1] ~= from then
    out[i + 1] = 0
  else
    if was[1] and was[1] ~= state then redis.call('ZREM', KEYS[5 * i + 1 + was[1]], id) end
    redis.call('HSET', send, 's', state, 'w', nonce, 'u', string.format('%.0f', now), 'b', ARGV[5 * i + 3])
    redis.call('ZADD', KEYS[5 * i + 1 + state], now, id)
    out[i + 1] = 1
  end
end
return out
