#!lua flags=no-writes
-- Reads strings.
-- KEYS, each operation: 1 the key of a string
-- Returns for each its value, '' if there is none.
local out = {}
for i = 1, #KEYS do
  out[i] = redis.call('GET', KEYS[i]) or ''
end
return out
