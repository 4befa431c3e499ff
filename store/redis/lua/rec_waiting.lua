#!lua
-- Puts a pending approval into the index of who is asked, where an older bridge has not.
-- KEYS: 1 keyApproval, then keyWaiting of those who are asked
-- ARGV: 1 id
-- Returns 1 if it is pending, else 0. Safe to repeat.
local r = redis.call('HMGET', KEYS[1], 's', 't')
if r[1] ~= 'pending' then return 0 end
for i = 2, #KEYS do redis.call('ZADD', KEYS[i], r[2], ARGV[1]) end
return 1
