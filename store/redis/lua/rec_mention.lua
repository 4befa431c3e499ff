#!lua
-- Notes under one more name where an entry of the audit log is.
-- KEYS: 1 keyAbout
-- ARGV: 1 where: "SHARD/MS-N", 2 MS, 3 retention (ms, 0 = for ever)
-- Returns 1. Safe to repeat.
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1001)
if ARGV[3] ~= '0' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 1
