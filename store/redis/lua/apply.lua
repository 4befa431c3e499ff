#!lua
-- Applies batches, each whole or not at all.
-- KEYS: 1 keyClock, 2 keyIndex, 3 keyCounts, 4 keyCopy, 5 keyChanged, then eight of each queue
--   as lib_lanes says; then of each batch: keyOnce, and keyRecord for each of its record operations
-- ARGV: 1 how many queues; of each batch: its operations, each with its letter and what
--   follows, '.' behind the last one. The conditions of a batch come before the rest:
--   c when           a condition of the record: a version, 0 there is none
--   h queue lane token   a claim must be held
--   p version when keep ttl(ms) kind id label body n (name at)*n   when: as c, '' always
--   n version ttl(ms) kind id numbers entries   added to those of the record, or it is made, with
--                    the entries as they are stored
--   d kind id        the record is deleted
--   t kind id ttl(ms)
--   o version ttl(ms)    the next operation, a q, is done only if there is no record; then there is one
--   q queue lane front wait(µs) body
--   b queue lane     an attempt is begun
--   a queue lane     the item is finished
--   r queue lane wait(µs) doubt why
--   u queue lane     it is given back untouched
-- A queue is its place among the queues, from 0.
-- Returns for each batch '' if it was applied, {place of the condition, what is there} or
-- {-1} if a claim is lost. Safe to repeat: keyOnce says that it was applied. While all is copied
-- out the records that it writes are noted; while something else is copied in nothing is applied.
-- with lib_lanes
-- with lib_records
local a, k, out = 2, 6 + 8 * ARGV[1], {}
local copy, changed = redis.call('GET', KEYS[4]), {}
if copy and string.sub(copy, 1, 4) ~= 'out:' then return redis.error_reply('IMPORT the store is being filled: ' .. copy) end

local function over(till) return till > 0 and till * 1000 <= NOW end

-- found returns what is there for a reader: nil if there is none.
local function found(v)
  local version, till = split(v)
  if not version or over(till) then return nil end
  return version
end

-- save stores a record. One that is in keyIndex or keyCounts goes when it is swept.
local function save(record, value, till, shown)
  if till == 0 then
    redis.call('SET', record, value)
  elseif shown then
    redis.call('SET', record, value)
    redis.call('ZADD', KEYS[2], 0, lapse(till, record))
  else
    redis.call('SET', record, value, 'PXAT', text(till))
  end
end

local function till(ttl) return ttl == '0' and 0 or math.ceil(NOW / 1000) + ttl end

-- behind returns the place behind the operation at.
local fields = {c = 2, h = 4, d = 3, t = 4, q = 6, b = 3, a = 3, r = 6, u = 3, o = 3, n = 7}
local function behind(at)
  if ARGV[at] == 'p' then return at + 10 + 2 * ARGV[at + 9] end
  return at + fields[ARGV[at]]
end

local does = {}
function does.c() k = k + 1 end
function does.h() end
function does.p()
  local record = KEYS[k]
  k = k + 1
  local version, when, keep, kind, id = ARGV[a + 1], ARGV[a + 2], ARGV[a + 3], ARGV[a + 5], ARGV[a + 6]
  local was = redis.call('GET', record)
  if keep == '1' and when ~= '' and (found(was) or 0) ~= tonumber(when) then return end
  unindex(KEYS[2], KEYS[3], was, kind, id, record)
  local label, n, entries, members = ARGV[a + 7], tonumber(ARGV[a + 9]), {}, {}
  for i = 1, n do
    local name, at = ARGV[a + 8 + 2 * i], ARGV[a + 9 + 2 * i]
    entries[#entries + 1] = struct.pack('>I2', #name) .. name .. at
    members[#members + 1], members[#members + 2] = 0, member(kind, name, at, id)
  end
  if n > 0 then redis.call('ZADD', KEYS[2], unpack(members)) end
  if label ~= '' then redis.call('HINCRBY', KEYS[3], kind .. '\0' .. label, 1) end
  entries = table.concat(entries)
  local t = till(ARGV[a + 4])
  save(record, struct.pack('>I8I8BI2', tonumber(version), t, #label, #entries) .. label .. entries .. ARGV[a + 8], t, n > 0 or label ~= '')
end
-- sums returns the numbers of a text.
local function sums(s)
  local all = {}
  for n in string.gmatch(s, '%S+') do all[#all + 1] = tonumber(n) or 0 end
  return all
end
function does.n()
  local record = KEYS[k]
  k = k + 1
  local v = redis.call('GET', record)
  if not found(v) then
    local kind, id, entries, t = ARGV[a + 3], ARGV[a + 4], ARGV[a + 6], till(ARGV[a + 2])
    unindex(KEYS[2], KEYS[3], v, kind, id, record)
    each(entries, function(name, at) redis.call('ZADD', KEYS[2], 0, member(kind, name, at, id)) end)
    save(record, struct.pack('>I8I8BI2', tonumber(ARGV[a + 1]), t, 0, #entries) .. entries .. ARGV[a + 5], t, entries ~= '')
    return
  end
  local _, _, label, entries = split(v)
  local head = 19 + #label + #entries
  local all = sums(string.sub(v, head + 1))
  for i, n in ipairs(sums(ARGV[a + 5])) do all[i] = (all[i] or 0) + n end
  for i, n in ipairs(all) do all[i] = text(n) end
  redis.call('SET', record, struct.pack('>I8', tonumber(ARGV[a + 1])) .. string.sub(v, 9, head) .. table.concat(all, ' '), 'KEEPTTL')
end
function does.d()
  unindex(KEYS[2], KEYS[3], redis.call('GET', KEYS[k]), ARGV[a + 1], ARGV[a + 2], KEYS[k])
  redis.call('DEL', KEYS[k])
  k = k + 1
end
function does.t()
  local record, t = KEYS[k], till(ARGV[a + 3])
  k = k + 1
  local v = redis.call('GET', record)
  if not found(v) then return end
  local version, was, label, entries = split(v)
  local shown = label ~= '' or entries ~= ''
  if was > 0 and shown then redis.call('ZREM', KEYS[2], lapse(was, record)) end
  save(record, struct.pack('>I8I8', version, t) .. string.sub(v, 17), t, shown)
end

-- of returns the queue and lane of an operation, and the state of the lane.
local function of()
  local q, lane = queue(5 + 8 * ARGV[a + 1]), ARGV[a + 2]
  return q, lane, get(q, lane)
end
local known = false
function does.o()
  local record = KEYS[k]
  k = k + 1
  known = found(redis.call('GET', record)) ~= nil
  if known then return end
  local t = till(ARGV[a + 2])
  save(record, struct.pack('>I8I8BI2', tonumber(ARGV[a + 1]), t, 0, 0), t, false)
end
function does.q()
  if known then
    known = false
    return
  end
  local q, lane = of()
  local seq = tick()
  add(q, lane, state(text(seq), ARGV[a + 3] == '1' and 1 or 2, after(tonumber(ARGV[a + 4])), NOW), ARGV[a + 5])
end
function does.b()
  local q, lane, s = of()
  s[TRIES], s[DOUBTS], s[TRIED] = s[TRIES] + 1, s[DOUBTS] + s[DOUBT], s[TRIED] + 1
  s[BEGUN], s[RANK] = 1, 0
  put(q, lane, s)
end
function does.a()
  local q, lane, s = of()
  leave(q, lane, s)
end
function does.r()
  local q, lane, s = of()
  s[DUE], s[BEGUN], s[WHY], s[RANK] = after(tonumber(ARGV[a + 3])), tonumber(ARGV[a + 4]), ARGV[a + 5], 0
  back(q, lane, s)
end
function does.u()
  local q, lane, s = of()
  s[TRIES], s[DOUBTS], s[BEGUN] = s[TRIES] - s[TRIED], s[DOUBTS] - s[TRIED] * s[DOUBT], s[DOUBT]
  back(q, lane, s)
end

-- refused returns why the batch that is at a is not applied, or nil.
local function refused()
  local at, record, n = a, k, 0
  while true do
    local op = ARGV[at]
    if op == 'c' then
      local v = redis.call('GET', KEYS[record])
      local version = found(v)
      if (version or 0) ~= tonumber(ARGV[at + 1]) then return {n, version and v or ''} end
      record = record + 1
    elseif op == 'h' then
      if not held(queue(5 + 8 * ARGV[at + 1]), ARGV[at + 2], ARGV[at + 3]) then return {-1} end
    else
      return nil
    end
    at, n = at + fields[op], n + 1
  end
end

local records = {c = 1, p = 1, n = 1, d = 1, t = 1, o = 1}
while a <= #ARGV do
  local once = KEYS[k]
  k = k + 1
  local applied = not redis.call('SET', once, 1, 'NX', 'PX', 20000)
  local no = not applied and refused()
  while ARGV[a] ~= '.' do
    if applied or no then
      k = k + (records[ARGV[a]] or 0)
    else
      if copy and records[ARGV[a]] then changed[#changed + 1] = KEYS[k] end
      does[ARGV[a]]()
    end
    a = behind(a)
  end
  if no then redis.call('DEL', once) end
  out[#out + 1] = no or ''
  a = a + 1
end
settle()
if #changed > 0 then
  many('SADD', KEYS[5], changed)
  redis.call('PEXPIRE', KEYS[5], 120000)
end
return out
