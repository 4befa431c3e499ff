#!lua
-- Notes which messages a turn has sent.
-- KEYS, each operation: 1 keyTurn, 2 keySession
-- ARGV, each operation: 1 message id, 2 retention (ms, 0 = for ever), 3 expiry while held (ms)
-- Returns 1 for each. Safe to repeat.
local out = {}
for i = 1, #KEYS / 2 do
  local turn, keep = KEYS[2 * i - 1], tonumber(ARGV[3 * i - 1])
  redis.call('HSET', turn, 'o' .. ARGV[3 * i - 2], '')
  if keep > 0 and redis.call('PTTL', turn) < 0 then -- no step of the turn is recorded
    if redis.call('HEXISTS', KEYS[2 * i], 'h') == 1 then keep = ARGV[3 * i] end
    redis.call('PEXPIRE', turn, keep)
  end
  out[i] = 1
end
return out
