#!lua
-- Begins attempts. One at a message to an address that gets no more is not begun.
-- KEYS: 1-9 as in lib_lane, 10 keySuppressed
-- ARGV: 1 shard; of each claim: lane, token, nonce, channel and address as in
-- keySuppressed ('' if it is no message)
-- Returns for each claim 1, 0 if it is lost, or what keySuppressed has. Safe to
-- repeat: the nonce stays in the state until the next operation on the claim.
-- with lib_lane
local out = {}
fetchargs(2, 4)
local some = redis.call('EXISTS', KEYS[10]) == 1
for i = 1, (#ARGV - 1) / 4 do
  local lane, nonce, to = ARGV[4 * i - 2], ARGV[4 * i], ARGV[4 * i + 1]
  local s = held(lane, ARGV[4 * i - 1])
  local no = false
  if s and s[NONCE] ~= nonce then
    no = some and to ~= '' and redis.call('HGET', KEYS[10], to)
    if not no then
      s[TRIES], s[DOUBTS], s[TRIED] = s[TRIES] + 1, s[DOUBTS] + s[DOUBT], s[TRIED] + 1
      s[BEGUN], s[RANK], s[NONCE] = 1, 0, nonce
      put(lane, s)
    end
  end
  out[i] = no or (s and 1 or 0)
end
settle()
return out
