#!lua
-- Puts items of a copy into lanes of one queue, those of a lane in their order.
-- KEYS: 1-9 as in lib_lanes, of one queue, beside; 10 keyCopy, 11 keyQueues, beside
-- ARGV: 1 of whom the copy is, 2 the queue; then of each item: lane, seq, rank, due, at,
--   attempts, begun, doubts, why, body
-- Returns 1, 0 if the copy is lost. Not safe to repeat: a copy whose reply is lost begins anew.
-- with lib_lanes
if redis.call('GET', KEYS[10]) ~= ARGV[1] then return 0 end
redis.call('SADD', KEYS[11], ARGV[2])
local q = queue(1)
for a = 3, #ARGV, 10 do
  local s = state(ARGV[a + 1], tonumber(ARGV[a + 2]), tonumber(ARGV[a + 3]), tonumber(ARGV[a + 4]))
  s[TRIES], s[BEGUN], s[DOUBTS], s[WHY] = tonumber(ARGV[a + 5]), tonumber(ARGV[a + 6]), tonumber(ARGV[a + 7]), ARGV[a + 8]
  add(q, ARGV[a], s, ARGV[a + 9])
end
settle()
return 1
