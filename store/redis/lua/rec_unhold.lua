#!lua
-- Ends what rec_hold began, for one approval.
-- KEYS: 1 keyHeld, 2 keySession, 3 keyTurn, 4 keyAsks
-- ARGV: 1 approval, 2 turn id, 3 retention of messages (ms, 0 = for ever), 4
-- retention of keyAsks (ms, 0 = for ever)
-- Returns {others that hold the session, its refs, fields of the session}; the two
-- only if there are no others. Safe to repeat.
redis.call('HDEL', KEYS[1], ARGV[1])
local turns = redis.call('HVALS', KEYS[1])
local shared = false
for _, id in ipairs(turns) do
  if id == ARGV[2] then shared = true end
end
if not shared and ARGV[4] ~= '0' then redis.call('PEXPIRE', KEYS[4], ARGV[4]) end
if #turns > 0 then return {#turns, '', {}} end
redis.call('HDEL', KEYS[2], 'h')
if ARGV[3] ~= '0' then
  redis.call('PEXPIRE', KEYS[2], ARGV[3], 'LT')
  redis.call('PEXPIRE', KEYS[3], ARGV[3], 'LT')
end
return {0, redis.call('HGET', KEYS[2], 'r') or '', redis.call('HKEYS', KEYS[2])}
