#!lua
-- Blanks entries of the ledger, and chains that they were.
-- KEYS: 1 keyTold of the person, 2 to 4 keyChain, keyLedger, keyChained
-- ARGV: 1 approval, 2 how many entries, then for each its number, what it was and
-- what it is now, then those of the chain
-- Returns 1, 0 if an entry is not what it was, or {2, number, hash} of the chain's head if
-- the new entry is behind another. Safe to repeat: the second run finds entries that are
-- what they are to be.
-- with lib_ledger
local n = tonumber(ARGV[2])
local done = 0
for i = 0, n - 1 do
  local is = redis.call('HGET', KEYS[3], ARGV[3 + 3 * i])
  if is == ARGV[5 + 3 * i] then
    done = done + 1
  elseif is ~= ARGV[4 + 3 * i] then
    return 0
  end
end
if done == n then return 1 end
local a = 3 + 3 * n
local other = behind(2, a)
if other then return other end
for i = 0, n - 1 do
  redis.call('HSET', KEYS[3], ARGV[3 + 3 * i], ARGV[5 + 3 * i])
end
redis.call('ZREM', KEYS[1], ARGV[1])
chain(2, a, ARGV[1])
return 1
