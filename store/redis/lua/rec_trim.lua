#!lua
-- Trims a shard's audit log.
-- KEYS: 1 keyAudit
-- ARGV: 1 retention (ms)
-- Returns how many entries it deleted. Safe to repeat.
local t = redis.call('TIME')
local n = redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', math.max(0, t[1] * 1000 + math.floor(t[2] / 1000) - ARGV[1])))
if redis.call('XLEN', KEYS[1]) == 0 then redis.call('DEL', KEYS[1]) end
return n
