#!lua
-- Notes that a queue is used.
-- KEYS: 1 keyQueues
-- ARGV: 1 the queue
-- Returns 1. Safe to repeat.
redis.call('SADD', KEYS[1], ARGV[1])
return 1
