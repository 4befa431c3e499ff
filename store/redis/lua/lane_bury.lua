#!lua
-- Makes an item a dead letter.
-- KEYS: 1-9 as in lib_lane; 10 keyDead, 11 keyDeadSeq, 12 keyDeadAt, 13 keySeen
-- ARGV: 1 shard, 2 lane, 3 token, 4 nonce, 5 code, 6 why
-- Returns 1, or 0 if the claim is lost. Safe to repeat: keySeen has the nonce.
-- with lib_lane
local lane, nonce = ARGV[2], ARGV[4]
local s = held(lane, ARGV[3])
if not s then return finished(KEYS[13], nonce) end
local seq = s[SEQ]
redis.call('HSET', KEYS[10], seq, cmsgpack.pack({lane, s[AT], NOW, s[TRIES], ARGV[5], ARGV[6]}))
redis.call('ZADD', KEYS[11], seq, seq)
redis.call('ZADD', KEYS[12], s[AT], seq)
redis.call('SET', KEYS[13], '-' .. nonce) -- remembered as long as the dead letter is there
leave(lane, s)
settle()
return 1
