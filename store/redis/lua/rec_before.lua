#!lua flags=no-writes
-- Reads what is known before a step is called (turns.Store.Before).
-- KEYS, each operation: 1 keyTurn, 2 keySession
-- Returns for each an array: the value of the session's last turn, '' if there is
-- none, then the fields and values of keyTurn.
local out = {}
for i = 1, #KEYS / 2 do
  local one = redis.call('HGETALL', KEYS[2 * i - 1])
  local last = redis.call('HGET', KEYS[2 * i], 'l')
  local value = last and redis.call('HGET', KEYS[2 * i], 't' .. string.match(last, '^%d+ (.*)$'))
  table.insert(one, 1, value or '')
  out[i] = one
end
return out
