#!lua
-- Deletes the front of a chain and leaves an anchor.
-- KEYS: 1 keyChain, 2 keyLedger, then for each entry keyChained of its approval, then
-- keyTold of the people of the entries
-- ARGV: 1 the anchor that was read, 2 the new one, 3 its hash, 4 how many entries, then
-- their numbers
-- Returns how many it deleted. Safe to repeat: a second run finds another anchor.
local anchor = redis.call('HGET', KEYS[1], 'an') or '0'
if anchor ~= ARGV[1] then return 0 end
local n = tonumber(ARGV[4])
for i = 1, n do
  redis.call('HDEL', KEYS[2], ARGV[4 + i])
  redis.call('LREM', KEYS[2 + i], 1, ARGV[4 + i])
end
for i = 3 + n, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', ARGV[2])
end
redis.call('HSET', KEYS[1], 'an', ARGV[2], 'ah', ARGV[3])
return n
