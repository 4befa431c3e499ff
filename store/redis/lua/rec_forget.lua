#!lua
-- Deletes a record that is past its retention, if nothing has changed it meanwhile.
-- KEYS: 1 the record, 2 the sorted set by time that it is in
-- ARGV: 1 its member, 2 how old it must be (ms), 3 '1' to delete it, '0' to forget a member without record
-- Returns how many it deleted. Safe to repeat.
local t = redis.call('TIME')
local at = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not at or tonumber(at) >= t[1] * 1000000 + t[2] - ARGV[2] * 1000 then return 0 end
if ARGV[3] == '0' and redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('DEL', KEYS[1])
return redis.call('ZREM', KEYS[2], ARGV[1])
