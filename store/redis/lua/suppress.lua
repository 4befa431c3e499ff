#!lua
-- Stores in one copy that an address gets no more messages, unless it has a record
-- that is as strong.
-- KEYS: 1 keySuppressed, 2 keyOnce
-- ARGV: 1 channel and address, 2 the reason, 3 the record
-- Returns 1, or 0 if another record is kept. Safe to repeat: keyOnce has the answer.
local once = redis.call('GET', KEYS[2])
if once then return tonumber(once) end
local was = redis.call('HGET', KEYS[1], ARGV[1])
local put = not was or (string.sub(was, 1, 5) == 'dead ' and ARGV[2] ~= 'dead')
if put then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3]) end
redis.call('SET', KEYS[2], put and 1 or 0, 'PX', 60000)
return put and 1 or 0
