#!lua
-- Forgets a session that nothing holds any more.
-- KEYS: 1 keyHeld, 2 keyHolds
-- ARGV: 1 session id
-- Returns 1 if nothing holds it. Safe to repeat.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
