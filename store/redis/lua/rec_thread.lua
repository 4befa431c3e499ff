#!lua
-- Adds entries to the thread index. An entry that exists is kept.
-- KEYS, each operation: 1 keyThread
-- ARGV, each operation: 1 the entry, 2 retention (ms, 0 = for ever)
-- Returns 1 for each. Safe to repeat.
local out = {}
for i = 1, #KEYS do
  if ARGV[2 * i] == '0' then
    redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'NX')
  else
    redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'NX', 'PX', ARGV[2 * i])
  end
  out[i] = 1
end
return out
