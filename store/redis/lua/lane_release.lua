#!lua
-- Gives claims up.
-- KEYS: 1-9 as in lib_lane
-- ARGV: 1 shard; of each claim: lane, token, nonce, 1 if the attempts begun under
--   it are taken back (else they stay open, as when the lease runs out)
-- Returns for each claim 1, or 0 if it is lost. Safe to repeat: the nonce stays in
-- the state until the next operation on the item.
-- with lib_lane
local out = {}
fetchargs(2, 4)
for i = 1, (#ARGV - 1) / 4 do
  local a = 4 * i - 2
  local lane, nonce = ARGV[a], ARGV[a + 2]
  local s, other = held(lane, ARGV[a + 1])
  if s then
    if ARGV[a + 3] == '1' then
      s[TRIES], s[DOUBTS] = s[TRIES] - s[TRIED], s[DOUBTS] - s[TRIED] * s[DOUBT]
      s[BEGUN] = s[DOUBT]
    end
    s[NONCE] = nonce
    back(lane, s)
  end
  out[i] = (s or other and other[NONCE] == nonce) and 1 or 0
end
settle()
return out
