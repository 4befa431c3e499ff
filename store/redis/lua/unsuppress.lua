#!lua
-- Deletes from one copy that an address gets no more messages.
-- KEYS: 1 keySuppressed, 2 keyOnce
-- ARGV: 1 channel and address
-- Returns 1, or 0 if there was nothing. Safe to repeat: keyOnce has the answer.
local once = redis.call('GET', KEYS[2])
if once then return tonumber(once) end
local n = redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], n, 'PX', 60000)
return n
