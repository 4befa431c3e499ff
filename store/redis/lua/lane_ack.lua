#!lua
-- Finishes items.
-- KEYS: 1-9 as in lib_lane; of each claim: keySeen
-- ARGV: 1 shard, 2 dedupe window (µs); of each claim: lane, token, nonce
-- Returns for each claim 1, or 0 if it is lost. Safe to repeat: keySeen has the
-- nonce of who finished the item.
-- with lib_lane
local out = {}
fetchargs(3, 3)
for i = 1, #KEYS - 9 do
  local lane, nonce, seen = ARGV[3 * i], ARGV[3 * i + 2], KEYS[9 + i]
  local s = held(lane, ARGV[3 * i + 1])
  if s then
    unbodied[#unbodied + 1] = s[SEQ]
    finish(seen, nonce, s[AT], tonumber(ARGV[2]))
    leave(lane, s)
    out[i] = 1
  else
    out[i] = finished(seen, nonce)
  end
end
settle()
return out
