#!lua
-- Gives an ownership up.
-- KEYS: 1 keyOwner
-- ARGV: 1 node
-- Returns 1 if node had it. Safe to repeat.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
