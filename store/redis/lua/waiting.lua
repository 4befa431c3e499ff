#!lua flags=no-writes
-- Shows the items of a lane in order.
-- KEYS: 1-9 as in lib_lanes, of one queue
-- ARGV: 1 lane, 2 at most
-- Returns for each item {body, enqueued at, due, attempts, 1 if begun, 1 if claimed, why}.
-- with lib_lanes
local out, q = {}, queue(1)
local function show(s)
  local body = redis.call('HGET', key(q, ITEMS), s[SEQ])
  out[#out + 1] = {body, s[AT], s[DUE], s[TRIES], s[BEGUN], s[UNTIL] > NOW and 1 or 0, s[WHY]}
end
local head = get(q, ARGV[1])
if not head then return out end
local p = prefix(ARGV[1])
local waits = head
-- A claim that ran out is given back by the next claim: what was put to the front goes first then.
for _, m in ipairs(redis.call('ZRANGE', key(q, BEHIND), '[' .. p, '(' .. p .. '\255', 'BYLEX', 'LIMIT', 0, ARGV[2])) do
  local s = item(m)
  if waits and (s[RANK] > 1 or head[UNTIL] > NOW or head[RANK] < 2) then
    show(waits)
    waits = nil
  end
  show(s)
end
if waits then show(waits) end
while #out > tonumber(ARGV[2]) do out[#out] = nil end
return out
