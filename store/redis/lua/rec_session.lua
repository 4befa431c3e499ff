#!lua flags=no-writes
-- Reads records of sessions.
-- KEYS, each operation: 1 keySession
-- Returns for each the record, '' if there is none.
local out = {}
for i = 1, #KEYS do
  out[i] = redis.call('HGET', KEYS[i], 's') or ''
end
return out
