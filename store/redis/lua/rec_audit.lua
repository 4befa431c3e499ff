#!lua
-- Appends to the audit log.
-- KEYS: 1 keyAudit, 2 keyAbout of the subject, 3 keyOnce
-- ARGV: 1 the entry, 2 number of the shard, 3 retention (ms, 0 = for ever), 4 '1' if there is a subject
-- Returns where the entry is: "SHARD/ID". Safe to repeat within a minute.
local known = redis.call('GET', KEYS[3])
if known then return known end
local t = redis.call('TIME')
local keep = tonumber(ARGV[3])
-- The id is the time by the server's clock; one that went back goes on from the newest entry.
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local ms = t[1] * 1000 + math.floor(t[2] / 1000)
if newest then ms = math.max(ms, tonumber(string.match(newest[1], '^%d+'))) end
local id = redis.call('XADD', KEYS[1], string.format('%.0f-*', ms), 'b', ARGV[1])
local where = ARGV[2] .. '/' .. id
if keep > 0 then redis.call('XTRIM', KEYS[1], 'MINID', '~', string.format('%.0f', math.max(0, ms - keep))) end
if ARGV[4] == '1' then
  redis.call('ZADD', KEYS[2], ms, where)
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1001)
  if keep > 0 then redis.call('PEXPIRE', KEYS[2], keep) end
end
redis.call('SET', KEYS[3], where, 'PX', 60000)
return where
