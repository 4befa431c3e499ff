#!lua
-- Shows that the server takes writes.
-- KEYS: 1 keyProbe
-- ARGV: 1 how long the key is kept (ms)
-- Returns 1. Safe to repeat.
redis.call('SET', KEYS[1], 1, 'PX', ARGV[1])
return 1
