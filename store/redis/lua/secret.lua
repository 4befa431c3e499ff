#!lua
-- Returns the store's secret, which the first call ever makes.
-- KEYS: 1 keySecret
-- ARGV: 1 32 random bytes
-- Safe to repeat: the first one stays.
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
