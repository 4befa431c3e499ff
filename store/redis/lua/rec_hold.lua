#!lua
-- Keeps a session and a turn of it while an approval of them is open.
-- KEYS: 1 keyHeld, 2 keyHolds, 3 keySession, 4 keyTurn, 5 keyAsks
-- ARGV: 1 approval, 2 session id, 3 turn id, 4 expiry while held (ms), 5 '0' if
-- keyAsks never expires, 6 '0' if the others never expire
-- Returns the refs of the session, 16 bytes each. Safe to repeat.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], now, ARGV[2])
redis.call('ZADD', KEYS[5], 'NX', now, ARGV[1])
if ARGV[5] ~= '0' then redis.call('PEXPIRE', KEYS[5], ARGV[4]) end
redis.call('HSET', KEYS[3], 'h', '1')
if ARGV[6] ~= '0' then
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
  redis.call('PEXPIRE', KEYS[4], ARGV[4])
end
return redis.call('HGET', KEYS[3], 'r') or ''
