#!lua
-- Records outcomes of steps (turns.Store.RecordStep).
-- KEYS, each operation: 1 keyTurn, 2 keySession
-- ARGV, each operation: 1 the step's key, 2 turn id, 3 session id, 4 the turn's
-- record, 5 the step's record, 6 nonce, 7 retention (ms, 0 = for ever), 8 expiry
-- while held (ms)
-- Returns for each "N nonce record" of what is stored, "N nonce" if it is this one.
-- Safe to repeat: the nonce is in what is stored.
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local out = {}
for i = 0, #KEYS / 2 - 1 do
  local turn, session, a = KEYS[2 * i + 1], KEYS[2 * i + 2], 8 * i
  local field, id, nonce, ttl = 'k' .. ARGV[a + 1], ARGV[a + 2], ARGV[a + 6], ARGV[a + 7]
  local known = redis.call('HMGET', turn, field, 'n')
  if known[1] then
    local mark = string.match(known[1], '^%d+ %w+')
    if string.match(mark, ' (%w+)') == nonce then known[1] = mark end
    out[i + 1] = known[1]
  else
    local mark = (known[2] or '0') .. ' ' .. nonce
    local was = redis.call('HMGET', session, 'h', 'e', 'l')
    local at = now
    if was[3] then at = math.max(at, tonumber(string.match(was[3], '^%d+')) + 1) end
    at = string.format('%.0f ', at)
    redis.call('HSET', turn, field, mark .. ' ' .. ARGV[a + 5], 'n', tostring((known[2] or 0) + 1), 's', ARGV[a + 3])
    redis.call('HSET', session, 't' .. id, at .. ARGV[a + 4], 'l', at .. id)
    if ttl ~= '0' then
      local keep = tonumber(ttl)
      if was[1] then ttl = ARGV[a + 8] end
      redis.call('PEXPIRE', turn, ttl)
      if not was[2] or now / 1000 - was[2] >= math.min(3600000, keep / 64) then -- see rec_join
        if not was[2] then redis.call('HSET', session, 'e', string.format('%.0f', now / 1000)) end
        redis.call('PEXPIRE', session, ttl)
      end
    end
    out[i + 1] = mark
  end
end
return out
