#!lua
-- Takes, renews or gives up an ownership.
-- KEYS: 1 keyOwner
-- ARGV: 1 node, 2 how long it holds (ms; 0: give it up)
-- Returns who owns it now, '' if nobody does. Safe to repeat: the owner renews.
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return owner end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
  return ''
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
