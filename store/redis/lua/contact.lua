#!lua
-- Notes who wrote to a channel, and when.
-- KEYS, each operation: 1 keyContact
-- ARGV, each operation: 1 when (µs), 2 the alias, '' if none is given, 3 nonce, 4
-- retention (ms, 0 = for ever)
-- Returns for each {when before, alias before, alias now}; '' is none. Safe to repeat:
-- the nonce of the last operation on a contact is kept with what was before.
local out = {}
for i = 1, #KEYS do
  local heard, alias, nonce, ttl = unpack(ARGV, 4 * i - 3, 4 * i)
  local was = redis.call('HMGET', KEYS[i], 'h', 'a', 'n', 'bh', 'ba')
  if was[3] ~= nonce then
    local bh, ba = was[1] or '', was[2] or ''
    if bh ~= '' and tonumber(bh) > tonumber(heard) then heard = bh end
    if alias == '' then alias = ba end
    redis.call('HSET', KEYS[i], 'h', heard, 'a', alias, 'n', nonce, 'bh', bh, 'ba', ba)
    if ttl ~= '0' then redis.call('PEXPIRE', KEYS[i], ttl) end
    was = {heard, alias, nonce, bh, ba}
  end
  out[i] = {was[4], was[5], was[2]}
end
return out
