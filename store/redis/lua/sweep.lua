#!lua
-- Deletes records whose time is over, with their entries.
-- KEYS: 1 keyIndex, 2 keyCounts; of each: keyRecord
-- ARGV, of each: its member of keyIndex, kind, id
-- Returns how many. Safe to repeat: what was given more time is left alone.
-- with lib_records
local t = redis.call('TIME')
local now, n = t[1] * 1000 + math.floor(t[2] / 1000), 0
for i = 3, #KEYS do
  local a = 3 * (i - 2) - 2
  local v = redis.call('GET', KEYS[i])
  local damaged = v and not sound(v) -- its member knows its time alone
  local version, till = split(not damaged and v)
  if damaged then
    redis.call('DEL', KEYS[i])
    redis.call('ZREM', KEYS[1], ARGV[a])
    n = n + 1
  elseif version and till > 0 and till <= now then
    unindex(KEYS[1], KEYS[2], v, ARGV[a + 1], ARGV[a + 2], KEYS[i])
    redis.call('DEL', KEYS[i])
    n = n + 1
  elseif not version or lapse(till, KEYS[i]) ~= ARGV[a] then
    redis.call('ZREM', KEYS[1], ARGV[a])
  end
end
return n
