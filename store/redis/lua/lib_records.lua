-- What the scripts of records share.
--
-- A record is version (8), time in ms (8), length of label (1), of entries (2), label,
-- entries, body. An entry is length of its name (2), name, at (8). split returns its parts;
-- nil if there is none.
local function split(v)
  if not v then return nil end
  local version, till, l, e = struct.unpack('>I8I8BI2', v)
  local label, entries = string.sub(v, 20, 19 + l), string.sub(v, 20 + l, 19 + l + e)
  return version, till, label, entries
end

-- sound says whether a record has all its parts.
local function sound(v)
  if not v or #v < 19 then return false end
  local l, e = struct.unpack('>BI2', v, 17)
  return #v >= 19 + l + e
end

-- Members of keyIndex: kind NUL name NUL at id; of those with a time: NUL 'x' NUL time key.
local function member(kind, name, at, id) return kind .. '\0' .. name .. '\0' .. at .. id end

local function lapse(till, record) return '\0x\0' .. struct.pack('>I8', till) .. record end

-- each calls f with the name and the place of each of the entries, up to one that is damaged.
local function each(entries, f)
  local from, name, at = 1, nil, nil
  while from < #entries and from + 9 + struct.unpack('>I2', entries, from) <= #entries do
    name, at, from = struct.unpack('>I2c0c8', entries, from)
    f(name, at)
  end
end

-- unindex takes a record out of keyIndex and keyCounts.
local function unindex(index, counts, v, kind, id, record)
  local version, till, label, entries = split(v)
  if not version then return end
  if label ~= '' then redis.call('HINCRBY', counts, kind .. '\0' .. label, -1) end
  local gone = {}
  each(entries, function(name, at) gone[#gone + 1] = member(kind, name, at, id) end)
  if till > 0 and (label ~= '' or entries ~= '') then gone[#gone + 1] = lapse(till, record) end
  if #gone > 0 then redis.call('ZREM', index, unpack(gone)) end
end
