#!lua
-- Settles admissions: the first proposal for a key wins.
-- KEYS, each operation: 1 keyAdmitted
-- ARGV, each operation: 1 the proposal (with its nonce), 2 how long it is remembered (ms)
-- Returns for each '' if the proposal is stored for the first time, else what is
-- stored. Safe to repeat: the caller knows its own nonce in what is stored.
local out = {}
for i = 1, #KEYS do
  out[i] = redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'NX', 'GET', 'PX', ARGV[2 * i]) or ''
end
return out
