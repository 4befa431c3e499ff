#!lua flags=no-writes
-- The end of a copy of all: what is not copied yet, and all lanes, as they are at this moment.
-- KEYS: 1 keyClock, 2 keyCopy, 3 keyChanged, then eight of each queue as lib_lanes says
-- ARGV: 1 of whom the copy is, 2 the last number of an item whose body is copied
-- Returns '' if the copy is lost, else {last number given, now, {record, value, …},
--   then of each queue {lane, seq, rank, due, at, attempts, begun, doubts, why, body, …}}; a
--   value or body is '' if there is none, or it is copied.
-- It reads the records that keyChanged names, which are not in KEYS: nobody knows them before,
-- and all keys are in one slot.
-- with lib_lanes
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return '' end
local copied = tonumber(ARGV[2])
local records = {}
for _, record in ipairs(redis.call('SMEMBERS', KEYS[3])) do
  records[#records + 1], records[#records + 2] = record, redis.call('GET', record) or ''
end
local out = {tonumber(redis.call('GET', KEYS[1]) or 0), NOW, records}
for base = 3, #KEYS - 1, 8 do
  local q, items, wanted, places = queue(base), {}, {}, {}
  local function tell(lane, s)
    local n = #items
    items[n + 1], items[n + 2], items[n + 3], items[n + 4], items[n + 5] = lane, s[SEQ], s[RANK], s[DUE], s[AT]
    items[n + 6], items[n + 7], items[n + 8], items[n + 9], items[n + 10] = s[TRIES], s[BEGUN], s[DOUBTS], s[WHY], ''
    if tonumber(s[SEQ]) > copied then wanted[#wanted + 1], places[#places + 1] = s[SEQ], n + 10 end
  end
  local lanes = redis.call('HGETALL', key(q, LANES))
  for i = 1, #lanes, 2 do
    local s = decode(lanes[i + 1])
    if not s then return redis.error_reply('the lane ' .. lanes[i] .. ' is damaged') end
    tell(lanes[i], s)
  end
  for _, m in ipairs(redis.call('ZRANGE', key(q, BEHIND), 0, -1)) do
    tell(string.sub(m, 3, #m - 25), item(m))
  end
  hmget(key(q, ITEMS), wanted, function(i, body) items[places[i]] = body or '' end)
  out[#out + 1] = items
end
return out
