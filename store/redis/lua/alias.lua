#!lua
-- Notes which address was saved last with an alias.
-- KEYS, each operation: 1 keyAlias
-- ARGV, each operation: 1 the address, 2 1 if it was saved with the alias, 0 if it only
-- lives on with it, 3 retention (ms, 0 = for ever)
-- Returns 1 for each. Safe to repeat: of calls at the same time any may be the last.
local out = {}
for i = 1, #KEYS do
  local address, saved, ttl = unpack(ARGV, 3 * i - 2, 3 * i)
  if saved == '1' then
    redis.call('SET', KEYS[i], address)
  end
  if ttl ~= '0' and redis.call('GET', KEYS[i]) == address then
    redis.call('PEXPIRE', KEYS[i], ttl)
  end
  out[i] = 1
end
return out
