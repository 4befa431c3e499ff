-- What the scripts of records share, behind lib_lanes.
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

-- What is to be changed in keyIndex and keyCounts: by member true if it is added, false if it is taken out; by
-- field how many more.
local marks, tally = {}, {}

-- mark puts a member into keyIndex or takes it out; one that was there and comes again is left alone.
local function mark(m, on)
  if marks[m] == not on then marks[m] = nil else marks[m] = on end
end

-- index puts the record v into keyIndex and keyCounts, or takes it out.
local function index(v, kind, id, record, on)
  local version, till, label, entries = split(v)
  if not version then return end
  if label ~= '' then
    local field = kind .. '\0' .. label
    tally[field] = (tally[field] or 0) + (on and 1 or -1)
  end
  each(entries, function(name, at) mark(member(kind, name, at, id), on) end)
  if till > 0 and (label ~= '' or entries ~= '') then mark(lapse(till, record), on) end
end

-- enter writes what was collected of both.
local function enter(keyindex, keycounts)
  local adds, rems = {}, {}
  for m, on in pairs(marks) do
    if on then adds[#adds + 1], adds[#adds + 2] = 0, m else rems[#rems + 1] = m end
  end
  many('ZREM', keyindex, rems)
  many('ZADD', keyindex, adds)
  for field, n in pairs(tally) do
    if n ~= 0 then redis.call('HINCRBY', keycounts, field, n) end
  end
end
