#!lua flags=no-writes
-- Shows dead letters of one queue in one shard by seq.
-- KEYS: 1 keyDead, 2 keyDeadSeq, 3 keyItems
-- ARGV: 1 seq to begin with, 2 seq to end with, 3 code or '', 4 buried at or after
--   (µs), 5 at most, 6 at most so many are looked at
-- Returns {1 if there is more to look at, seq of the last one looked at, then for
-- each {seq, lane, enqueued at, buried at, attempts, code, why, body}}. A reply
-- of 8 MiB takes no more.
local seqs = redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[2], 'BYSCORE', 'LIMIT', 0, ARGV[6])
local out, bytes = {#seqs == tonumber(ARGV[6]) and 1 or 0, 0}, 0
for _, seq in ipairs(seqs) do
  if #out - 2 >= tonumber(ARGV[5]) or bytes > 8 * 1024 * 1024 then
    out[1] = 1
    break
  end
  local d = cmsgpack.unpack(redis.call('HGET', KEYS[1], seq))
  local code = d[5]
  if d[3] >= tonumber(ARGV[4]) and (ARGV[3] == '' or code == ARGV[3] or string.sub(code, 1, #ARGV[3] + 1) == ARGV[3] .. ' ') then
    local body = redis.call('HGET', KEYS[3], seq)
    bytes = bytes + #body
    out[#out + 1] = {tonumber(seq), d[1], d[2], d[3], d[4], code, d[6], body}
  end
  out[2] = tonumber(seq)
end
return out
