#!lua
-- Passes a wake-up on that its reader has no use for.
-- KEYS: 1 keyWake, 2 keyReady
-- Returns 1. Safe to repeat: a reader that finds nothing waits again.
if redis.call('EXISTS', KEYS[2]) == 1 and redis.call('LLEN', KEYS[1]) == 0 then redis.call('RPUSH', KEYS[1], 1) end
return 1
