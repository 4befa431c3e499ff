#!lua
-- Passes on a wake-up that came to a node where nobody waits.
-- KEYS: 1 keyWake, 2 keyReady
-- ARGV: none
-- Returns 1. Safe to repeat: a wake-up too many is harmless.
if redis.call('EXISTS', KEYS[2]) == 1 and redis.call('LLEN', KEYS[1]) == 0 then redis.call('RPUSH', KEYS[1], 1) end
return 1
