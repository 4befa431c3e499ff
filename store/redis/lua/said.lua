#!lua
-- Notes the last message to an address.
-- KEYS: 1 keySaid
-- ARGV: 1 message, 2 approval, 3 when it began (µs), 4 nonce, 5 retention (ms, 0 = for
-- ever)
-- Returns 1. Safe to repeat: the nonces of the last two writes are kept, so that a
-- repetition does not come after what was noted since.
local was = redis.call('HMGET', KEYS[1], 'n', 'b')
if was[1] ~= ARGV[4] and was[2] ~= ARGV[4] then
  redis.call('HSET', KEYS[1], 'm', ARGV[1], 'a', ARGV[2], 't', ARGV[3], 'n', ARGV[4], 'b', was[1] or '')
  if ARGV[5] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
end
return 1
