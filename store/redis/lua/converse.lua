#!lua
-- Says which session is a sender's current one, and notes when they wrote.
-- KEYS, each operation: 1 keyConversation
-- ARGV, each operation: 1 the session that is proposed, 2 when they wrote (µs), 3
-- how long after that a session goes on (µs), 4 1 if the proposed one is taken in any
-- case, 5 retention (ms, 0 = for ever)
-- Returns the session for each. Safe to repeat: the second run finds the session that
-- the first one stored.
local out = {}
for i = 1, #KEYS do
  local session, at, idle, force, ttl = unpack(ARGV, 5 * i - 4, 5 * i)
  local was = redis.call('HMGET', KEYS[i], 's', 'l')
  if was[1] then
    if force == '0' and tonumber(at) - tonumber(was[2]) <= tonumber(idle) then session = was[1] end
    if tonumber(was[2]) > tonumber(at) then at = was[2] end
  end
  redis.call('HSET', KEYS[i], 's', session, 'l', at)
  if ttl ~= '0' then redis.call('PEXPIRE', KEYS[i], ttl) end
  out[i] = session
end
return out
