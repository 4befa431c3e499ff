#!lua flags=no-writes
-- Tells how much one queue has.
-- KEYS: 1-9 as in lib_lanes, of one queue
-- Returns {items, claimed, delayed lanes, when the oldest item was enqueued, when the
-- oldest waiting one was}; a time is 0 if there is none.
-- with lib_lanes
local q = queue(1)
local leased, claimed = redis.call('ZRANGE', key(q, LEASES), '(' .. NOWTEXT, '+inf', 'BYSCORE'), {}
fetch(q, leased)
for _, lane in ipairs(leased) do
  local s = get(q, lane)
  if s then claimed[s[SEQ]] = true end
end
local waiting, all, from = 0, 0, 0
while waiting == 0 do
  local open = redis.call('ZRANGE', key(q, OPEN), from, from + 99, 'WITHSCORES')
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
return {
  redis.call('HLEN', key(q, ITEMS)), #leased,
  redis.call('ZCOUNT', key(q, DELAYED), '(' .. NOWTEXT, '+inf'),
  all, waiting,
}
