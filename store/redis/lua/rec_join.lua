#!lua
-- Uses sessions for messages, and notes which entries of the thread index are
-- theirs. What a session has of turns past their retention is forgotten.
-- KEYS, each operation: 1 keySession
-- ARGV, each operation: 1 the session's record, '' if it is only to be noted, 2
-- refs (16 bytes each), 3 retention (ms, 0 = for ever), 4 expiry while held (ms)
-- Returns for each 1 if the session is held by an open approval. Safe to repeat:
-- the record is stored once, refs are a set (the newest 512 are noted).
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local out = {}
for i = 1, #KEYS do
  local session = KEYS[i]
  local record, new, ttl, keep = ARGV[4 * i - 3], ARGV[4 * i - 2], ARGV[4 * i - 1], tonumber(ARGV[4 * i - 1])
  local was = redis.call('HMGET', session, 's', 'h', 'e', 'r')
  local set = {}
  if record ~= '' and not was[1] then set[1], set[2] = 's', record end
  if keep > 0 and new ~= '' then
    local refs = was[4] or ''
    for at = 1, #new, 16 do
      local one = string.sub(new, at, at + 15)
      if not string.find(refs, one, 1, true) then refs = refs .. one end
    end
    if #refs > 8192 then refs = string.sub(refs, -8192) end
    if refs ~= was[4] then set[#set + 1], set[#set + 2] = 'r', refs end
  end
  -- The expiry moves once an hour, which saves most of the writes.
  local move = keep > 0 and (not was[3] or now - was[3] >= math.min(3600000, keep / 64))
  if move then set[#set + 1], set[#set + 2] = 'e', string.format('%.0f', now) end
  if #set > 0 then redis.call('HSET', session, unpack(set)) end
  if move then
    if was[2] then
      ttl = ARGV[4 * i]
    elseif was[3] then -- it is not new: old turns are forgotten
      local all = redis.call('HGETALL', session)
      for f = 1, #all, 2 do
        if string.sub(all[f], 1, 1) == 't' and tonumber(string.match(all[f + 1], '^%d+')) < (now - keep) * 1000 then
          redis.call('HDEL', session, all[f])
        end
      end
    end
    redis.call('PEXPIRE', session, ttl)
  end
  out[i] = was[2] and 1 or 0
end
return out
