#!lua flags=no-writes
-- Looks a code up.
-- KEYS: 1 keyCode
-- ARGV: 1 how long it is unique (µs)
-- Returns {approval, person, 1 if its time is over}, or {}.
local was = redis.call('HMGET', KEYS[1], 'a', 'p', 't')
if not was[1] then return {} end
local t = redis.call('TIME')
local over = 0
if tonumber(was[3]) + tonumber(ARGV[1]) <= t[1] * 1000000 + t[2] then over = 1 end
return {was[1], was[2], over}
