#!lua
-- Gives items back, to be claimed again after a time.
-- KEYS: 1-9 as in lib_lane
-- ARGV: 1 shard; of each claim: lane, token, nonce, in how many µs it is due,
--   1 if in doubt, why
-- Returns for each claim 1, or 0 if it is lost. Safe to repeat: the nonce stays in
-- the state until the next operation on the item.
-- with lib_lane
local out = {}
fetchargs(2, 6)
for i = 1, (#ARGV - 1) / 6 do
  local a = 6 * i - 4
  local lane, nonce = ARGV[a], ARGV[a + 2]
  local s, other = held(lane, ARGV[a + 1])
  if s then
    s[DUE], s[BEGUN], s[WHY] = after(tonumber(ARGV[a + 3])), tonumber(ARGV[a + 4]), ARGV[a + 5]
    s[RANK], s[NONCE] = 0, nonce
    back(lane, s)
  end
  out[i] = (s or other and other[NONCE] == nonce) and 1 or 0
end
settle()
return out
