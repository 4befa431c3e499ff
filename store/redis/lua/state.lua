#!lua
-- Stores state of a channel.
-- KEYS: 1 keyState
-- ARGV: 1 the value
-- Returns 1. Safe to repeat: only one node writes a value, one after the other.
redis.call('SET', KEYS[1], ARGV[1])
return 1
