#!lua
-- Lets a code of a decided approval expire when its time is over.
-- KEYS: 1 keyCode
-- ARGV: 1 approval, 2 how long it is unique (µs)
-- Returns 1 if it is the approval's. Safe to repeat.
local was = redis.call('HMGET', KEYS[1], 'a', 't')
if was[1] ~= ARGV[1] then return 0 end
local t = redis.call('TIME')
local left = tonumber(was[2]) + tonumber(ARGV[2]) - (t[1] * 1000000 + t[2])
redis.call('PEXPIRE', KEYS[1], math.max(1, math.floor(left / 1000)), 'LT')
return 1
