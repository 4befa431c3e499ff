#!lua
-- Adds items to the lanes of one queue in one shard.
-- KEYS: 1-9 as in lib_lane; of each item: keySeen
-- ARGV: 1 shard; of each item: lane, body, 1 if it goes to the front,
--   in how many µs it is due
-- Returns for each item 1 if it is new, 0 if its id was seen. Safe to repeat: an
-- id that is seen changes nothing.
-- with lib_lane
local out = {}
fetchargs(2, 4)
for i = 1, #KEYS - 9 do
  local a, seen = 4 * i - 2, KEYS[9 + i]
  local seq = newseq()
  local isnew = redis.call('SET', seen, seq, 'NX')
  if not isnew and string.sub(redis.call('GET', seen), 1, 1) == 'x' then
    isnew = redis.call('SET', seen, seq)
  end
  if isnew then
    add(ARGV[a], state(seq, ARGV[a + 2] == '1' and 1 or 2, after(tonumber(ARGV[a + 3])), NOW), ARGV[a + 1])
  end
  out[i] = isnew and 1 or 0
end
settle()
return out
