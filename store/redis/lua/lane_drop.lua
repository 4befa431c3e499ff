#!lua
-- Deletes a dead letter, or puts it at the end of its lane as if it were new.
-- KEYS: 1-9 as in lib_lane; 10 keyDead, 11 keyDeadSeq, 12 keyDeadAt, 13 keySeen, 14 keyOnce
-- ARGV: 1 shard, 2 seq, 3 dedupe window (µs), 4 nonce, 5 1 to put it back
-- Returns 1, or 0 if there is no such dead letter. Safe to repeat: keyOnce says for
-- a minute that this call did it.
-- with lib_lane
local seq = ARGV[2]
local d = redis.call('HGET', KEYS[10], seq)
if not d then return redis.call('EXISTS', KEYS[14]) end
d = cmsgpack.unpack(d)
local body = redis.call('HGET', KEYS[3], seq)
redis.call('HDEL', KEYS[10], seq)
redis.call('HDEL', KEYS[3], seq)
redis.call('ZREM', KEYS[11], seq)
redis.call('ZREM', KEYS[12], seq)
redis.call('SET', KEYS[14], 1, 'PX', 60000)
if ARGV[5] == '1' then
  local s = state(newseq(), 2, 0, NOW)
  redis.call('SET', KEYS[13], s[SEQ])
  local replays = struct.unpack('>I2', body)
  add(d[1], s, struct.pack('>I2', math.min(replays + 1, 65535)) .. string.sub(body, 3))
  settle()
else
  finish(KEYS[13], ARGV[4], d[2], tonumber(ARGV[3]))
end
return 1
