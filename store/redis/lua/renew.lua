#!lua
-- Extends leases, and so tells whether the claims are held, or gives claims up for a node that goes: what
-- was begun stays in doubt.
-- KEYS: 1-9 as in lib_lanes, of one queue
-- ARGV: of each claim: lane, token, lease (µs; 0: it is given up)
-- Returns for each claim 1, 0 if it is lost. Safe to repeat.
-- with lib_lanes
local out, renewed, q = {}, {}, queue(1)
for i = 1, #ARGV, 3 do
  local lane, lease = ARGV[i], tonumber(ARGV[i + 2])
  local s = held(q, lane, ARGV[i + 1])
  if s and lease == 0 then
    back(q, lane, s)
  elseif s then
    s[UNTIL] = NOW + lease
    put(q, lane, s)
    renewed[lane] = s
  end
  out[#out + 1] = s and 1 or 0
end
for lane, s in pairs(renewed) do
  if s[TOKEN] ~= 0 then -- else it was given up by the same run
    q.leased[#q.leased + 1], q.leased[#q.leased + 2] = text(s[UNTIL]), lane
  end
end
settle()
return out
