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
  local version, till = split(sound(v) and v)
  if v and not version then -- it is damaged, and its member knows its time alone
    n = n + redis.call('DEL', KEYS[i])
    redis.call('ZREM', KEYS[1], ARGV[a])
  elseif version and till > 0 and till <= now then
    unindex(KEYS[1], KEYS[2], v, ARGV[a + 1], ARGV[a + 2], KEYS[i])
    redis.call('DEL', KEYS[i])
    n = n + 1
  elseif not version or lapse(till, KEYS[i]) ~= ARGV[a] then
    redis.call('ZREM', KEYS[1], ARGV[a])
  end
end
return n
