#!lua
-- Deletes records whose time is over, with their entries.
-- KEYS: 1 keyIndex, 2 keyCounts; of each: keyRecord
-- ARGV, of each: its member of keyIndex, kind, id
-- Returns how many. Safe to repeat: what was given more time is left alone.
-- with lib_lanes
-- with lib_records
local n = 0
for i = 3, #KEYS do
  local a = 3 * i - 8
  local v = redis.call('GET', KEYS[i])
  local version, till = split(sound(v) and v)
  if not version or lapse(till, KEYS[i]) ~= ARGV[a] then mark(ARGV[a], false) end
  if not version or till > 0 and till * 1000 <= NOW then -- of one that is damaged its member knows the time alone
    index(version and v, ARGV[a + 1], ARGV[a + 2], KEYS[i], false)
    n = n + redis.call('DEL', KEYS[i])
  end
end
enter(KEYS[1], KEYS[2])
return n
