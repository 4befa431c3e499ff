#!lua flags=no-writes
-- Tells how much one queue has in one shard.
-- KEYS: 1-9 as in lib_lane; 10 keyDeadSeq, 11 keyDeadAt
-- ARGV: 1 shard
-- Returns {items with dead letters, claimed, delayed, dead, when the oldest waiting
-- item was enqueued, when the oldest item of all was}; a time is 0 if there is none.
-- with lib_lane
local lanes = redis.call('ZRANGE', KEYS[8], '(' .. text(NOW), '+inf', 'BYSCORE')
local claimed = {}
fetch(lanes)
for _, lane in ipairs(lanes) do
  local s = get(lane)
  if s then claimed[s[SEQ]] = true end
end
local waiting, all, from = 0, 0, 0
while waiting == 0 do
  local open = redis.call('ZRANGE', KEYS[5], from, from + 99, 'WITHSCORES')
  if #open == 0 then break end
  if from == 0 then all = tonumber(open[2]) end
  for i = 1, #open, 2 do
    if not claimed[open[i]] then
      waiting = tonumber(open[i + 1])
      break
    end
  end
  from = from + 100
end
local dead = tonumber(redis.call('ZRANGE', KEYS[11], 0, 0, 'WITHSCORES')[2] or 0)
if dead > 0 and (all == 0 or dead < all) then all = dead end
return {
  redis.call('HLEN', KEYS[3]), #lanes, redis.call('ZCOUNT', KEYS[7], '(' .. text(NOW), '+inf'),
  redis.call('ZCARD', KEYS[10]), waiting, all,
}
