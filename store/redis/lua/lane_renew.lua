#!lua
-- Extends leases, and so tells whether the claims are held.
-- KEYS: 1-9 as in lib_lane
-- ARGV: 1 shard, 2 lease (µs); of each claim: lane, token
-- Returns for each claim until when it holds, 0 if it is lost. Safe to repeat.
-- with lib_lane
local out, untiltext = {}, text(NOW + ARGV[2])
fetchargs(3, 2)
for i = 1, (#ARGV - 2) / 2 do
  local lane = ARGV[2 * i + 1]
  local s = held(lane, ARGV[2 * i + 2])
  if s then
    s[UNTIL] = NOW + ARGV[2]
    put(lane, s)
    leased[#leased + 1], leased[#leased + 2] = untiltext, lane
  end
  out[i] = s and s[UNTIL] or 0
end
settle()
return out
