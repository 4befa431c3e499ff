#!lua
-- Stores a pause unless there is one of that name.
-- KEYS: 1 keyPauses
-- ARGV: 1 name, 2 pause
-- Returns the pause that is stored. Safe to repeat: the first one stays.
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return redis.call('HGET', KEYS[1], ARGV[1])
