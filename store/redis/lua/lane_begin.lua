#!lua
-- Begins attempts.
-- KEYS: 1-9 as in lib_lane
-- ARGV: 1 shard; of each claim: lane, token, nonce
-- Returns for each claim 1, or 0 if it is lost. Safe to repeat: the nonce stays in
-- the state until the next operation on the claim.
-- with lib_lane
local out = {}
fetchargs(2, 3)
for i = 1, (#ARGV - 1) / 3 do
  local lane, nonce = ARGV[3 * i - 1], ARGV[3 * i + 1]
  local s = held(lane, ARGV[3 * i])
  if s and s[NONCE] ~= nonce then
    s[TRIES], s[DOUBTS], s[TRIED] = s[TRIES] + 1, s[DOUBTS] + s[DOUBT], s[TRIED] + 1
    s[BEGUN], s[RANK], s[NONCE] = 1, 0, nonce
    put(lane, s)
  end
  out[i] = s and 1 or 0
end
settle()
return out
