#!lua
-- Gives claims up for a node that goes: what was begun stays in doubt.
-- KEYS: 1-9 as in lib_lanes, of one queue
-- ARGV: of each claim: lane, token
-- Returns for each 1. Safe to repeat: a claim that is over is left alone.
-- with lib_lanes
local out, q = {}, queue(1)
for i = 1, #ARGV, 2 do
  local s = held(q, ARGV[i], ARGV[i + 1])
  if s then back(q, ARGV[i], s) end
  out[(i + 1) / 2] = 1
end
settle()
return out
