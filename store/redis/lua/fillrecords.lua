#!lua
-- Puts records of a copy beside the store, or takes them away again.
-- KEYS: 1 keyIndex, 2 keyCounts, both beside, 3 keyCopy; then keyRecord of each, beside
-- ARGV: 1 of whom the copy is; then of each: the key that it gets in the end, version (0: it is gone), until (ms), kind, id,
--   label, body, entries as they are stored
-- Returns 1, 0 if the copy is lost. Safe to repeat: the last one of a key counts.
-- with lib_lanes
-- with lib_records
if redis.call('GET', KEYS[3]) ~= ARGV[1] then return 0 end
for k = 4, #KEYS do
  local record, named, version, till, kind, id, label, body, entries = KEYS[k], unpack(ARGV, 8 * k - 30, 8 * k - 23)
  index(redis.call('GET', record), kind, id, named, false)
  if version == '0' then
    redis.call('DEL', record)
  else
    local value = struct.pack('>I8I8BI2', tonumber(version), tonumber(till), #label, #entries) .. label .. entries .. body
    index(value, kind, id, named, true)
    if till ~= '0' and label == '' and entries == '' then
      redis.call('SET', record, value, 'PXAT', till)
    else
      redis.call('SET', record, value)
    end
  end
end
enter(KEYS[1], KEYS[2])
return 1
