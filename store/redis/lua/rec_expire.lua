#!lua
-- Moves expiries.
-- KEYS, each operation: 1 any key
-- ARGV, each operation: 1 expiry (ms), 2 GT or LT: only if it is later or earlier than now
-- Returns 1 for each. A key without expiry counts as one that never expires. Safe to repeat.
local out = {}
for i = 1, #KEYS do
  redis.call('PEXPIRE', KEYS[i], ARGV[2 * i - 1], ARGV[2 * i])
  out[i] = 1
end
return out
