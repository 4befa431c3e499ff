#!lua
-- Takes or renews an ownership (store.Owners.Own).
-- KEYS: 1 keyOwner
-- ARGV: 1 node, 2 how long it holds (ms)
-- Returns who owns it now. Safe to repeat: the owner renews.
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
