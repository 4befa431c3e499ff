#!lua
-- Takes a code back that was given out by one attempt.
-- KEYS: 1 keyCode
-- ARGV: 1 nonce of the attempt
-- Returns 1 if it was there. Safe to repeat.
if redis.call('HGET', KEYS[1], 'n') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
