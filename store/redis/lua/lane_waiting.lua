#!lua flags=no-writes
-- Shows the items of a lane in order, without dead letters.
-- KEYS: 1-9 as in lib_lane
-- ARGV: 1 shard, 2 lane, 3 at most
-- Returns for each item {body, enqueued at, due, attempts, 1 if begun, 1 if claimed, why}.
-- with lib_lane
local out = {}
local function show(s)
  local body = redis.call('HGET', KEYS[3], s[SEQ])
  out[#out + 1] = {body, s[AT], s[DUE], s[TRIES], s[BEGUN], s[UNTIL] > NOW and 1 or 0, s[WHY]}
end
local head = get(ARGV[2])
if not head then return out end
show(head)
local p = prefix(ARGV[2])
for _, m in ipairs(redis.call('ZRANGE', KEYS[4], '[' .. p, '(' .. p .. '\255', 'BYLEX', 'LIMIT', 0, ARGV[3] - 1)) do
  local rank, seq, due, at = struct.unpack('>BI8I8I8', m, #m - 24)
  show(state(text(seq), rank, due, at))
end
return out
