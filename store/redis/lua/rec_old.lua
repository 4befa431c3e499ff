#!lua flags=no-writes
-- Finds what a sorted set by time has from before a time ago.
-- KEYS: 1 the set
-- ARGV: 1 how long ago (ms), 2 skip so many, 3 at most so many
-- Returns the members, oldest first.
local t = redis.call('TIME')
local cutoff = t[1] * 1000000 + t[2] - ARGV[1] * 1000
return redis.call('ZRANGE', KEYS[1], '-inf', string.format('(%.0f', cutoff), 'BYSCORE', 'LIMIT', ARGV[2], ARGV[3])
