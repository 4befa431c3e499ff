#!lua
-- Puts records of a copy beside the store, or takes them away again.
-- KEYS: 1 keyIndex, 2 keyCounts, both beside, 3 keyCopy; then keyRecord of each, beside
-- ARGV: 1 of whom the copy is; then of each: the key that it gets in the end, version (0: it is gone), until (ms), kind, id,
--   label, body, entries as they are stored
-- Returns 1, 0 if the copy is lost. Safe to repeat: the last one of a key counts.
-- with lib_records
if redis.call('GET', KEYS[3]) ~= ARGV[1] then return 0 end
local a = 2
for k = 4, #KEYS do
  local record, named = KEYS[k], ARGV[a]
  a = a + 1
  local version, till, kind, id = ARGV[a], tonumber(ARGV[a + 1]), ARGV[a + 2], ARGV[a + 3]
  local label, body, entries = ARGV[a + 4], ARGV[a + 5], ARGV[a + 6]
  a = a + 7
  unindex(KEYS[1], KEYS[2], redis.call('GET', record), kind, id, named)
  if version == '0' then
    redis.call('DEL', record)
  else
    local members = {}
    each(entries, function(name, at) members[#members + 1], members[#members + 2] = 0, member(kind, name, at, id) end)
    if label ~= '' then redis.call('HINCRBY', KEYS[2], kind .. '\0' .. label, 1) end
    local shown = #members > 0 or label ~= ''
    if till > 0 and shown then members[#members + 1], members[#members + 2] = 0, lapse(till, named) end
    if #members > 0 then redis.call('ZADD', KEYS[1], unpack(members)) end
    local value = struct.pack('>I8I8BI2', tonumber(version), till, #label, #entries) .. label .. entries .. body
    if till > 0 and not shown then
      redis.call('SET', record, value, 'PXAT', ARGV[a - 6])
    else
      redis.call('SET', record, value)
    end
  end
end
return 1
