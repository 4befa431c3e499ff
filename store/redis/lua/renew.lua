#!lua
-- Extends leases, and so tells whether the claims are held.
-- KEYS: 1-9 as in lib_lanes, of one queue
-- ARGV: 1 lease (µs); of each claim: lane, token
-- Returns for each claim 1, 0 if it is lost. Safe to repeat.
-- with lib_lanes
local out, untiltext, q = {}, text(NOW + ARGV[1]), queue(1)
for i = 2, #ARGV, 2 do
  local lane = ARGV[i]
  local s = held(q, lane, ARGV[i + 1])
  if s then
    s[UNTIL] = NOW + ARGV[1]
    put(q, lane, s)
    q.leased[#q.leased + 1], q.leased[#q.leased + 2] = untiltext, lane
  end
  out[i / 2] = s and 1 or 0
end
settle()
return out
