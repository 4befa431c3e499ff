#!lua
-- Applies batches, each whole or not at all, and claims heads of lanes.
-- KEYS: 1 keyClock, 2 keyIndex, 3 keyCounts, 4 keyCopy, 5 keyChanged, then eight of each queue
--   as lib_lanes says; then of each batch: keyOnce, and keyRecord for each of its record operations
--   (keyBucket of s); of each request for claims: as lib_claim says
-- ARGV: 1 how many queues; then one for each batch, an array in MessagePack: its operations,
--   each with its letter and what follows. The conditions of a batch come before the rest:
--   c when           a condition of the record: a version, 0 there is none
--   h queue lane token   a claim must be held
--   s size per(µs) n     a bucket must have so many tokens, and they are taken; behind all c and h
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
-- or in place of a batch a request for claims, as lib_claim says.
-- A queue is its place among the queues, from 0.
-- Returns for each batch '' if it was applied, {place of the condition, what is there, or for s
-- the µs until it holds} or {-1} if a claim is lost. Safe to repeat: keyOnce says that it was applied. While all is copied
-- out the records that it writes are noted; while something else is copied in nothing is applied.
-- with lib_lanes
-- with lib_records
local args, a, k, out = nil, 1, 6 + 8 * ARGV[1], {} -- of the batch, and how far it is; keys; replies
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

local function till(ttl) return ttl == 0 and 0 or math.ceil(NOW / 1000) + ttl end

-- behind returns the place behind the operation at.
local fields = {c = 2, h = 4, s = 4, d = 3, t = 4, q = 6, b = 3, a = 3, r = 6, u = 3, o = 3, n = 7}
local function behind(at)
  if args[at] == 'p' then return at + 10 + 2 * args[at + 9] end
  return at + fields[args[at]]
end

-- bucket returns how many tokens the bucket of an s has.
local function bucket(at, record)
  local n, v = args[at + 1], redis.call('GET', record)
  if not v then return n end
  local had, since = unpack(cmsgpack.unpack(v))
  return math.min(n, had + math.max(0, NOW - since) * n / args[at + 2])
end

local does = {}
function does.c() k = k + 1 end
function does.s()
  local left = bucket(a, KEYS[k]) - args[a + 3]
  redis.call('SET', KEYS[k], cmsgpack.pack({left, NOW, '', 1, 0}), 'PX', text(math.max(1, math.ceil(args[a + 2] / 1000))))
  k = k + 1
end
function does.h() end
function does.p()
  local record = KEYS[k]
  k = k + 1
  local version, when, keep, kind, id = args[a + 1], args[a + 2], args[a + 3], args[a + 5], args[a + 6]
  local was = redis.call('GET', record)
  if keep == 1 and when ~= '' and (found(was) or 0) ~= tonumber(when) then return end
  unindex(KEYS[2], KEYS[3], was, kind, id, record)
  local label, n, entries, members = args[a + 7], tonumber(args[a + 9]), {}, {}
  for i = 1, n do
    local name, at = args[a + 8 + 2 * i], args[a + 9 + 2 * i]
    entries[#entries + 1] = struct.pack('>I2', #name) .. name .. at
    members[#members + 1], members[#members + 2] = 0, member(kind, name, at, id)
  end
  if n > 0 then redis.call('ZADD', KEYS[2], unpack(members)) end
  if label ~= '' then redis.call('HINCRBY', KEYS[3], kind .. '\0' .. label, 1) end
  entries = table.concat(entries)
  local t = till(args[a + 4])
  save(record, struct.pack('>I8I8BI2', tonumber(version), t, #label, #entries) .. label .. entries .. args[a + 8], t, n > 0 or label ~= '')
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
    local kind, id, entries, t = args[a + 3], args[a + 4], args[a + 6], till(args[a + 2])
    unindex(KEYS[2], KEYS[3], v, kind, id, record)
    each(entries, function(name, at) redis.call('ZADD', KEYS[2], 0, member(kind, name, at, id)) end)
    save(record, struct.pack('>I8I8BI2', tonumber(args[a + 1]), t, 0, #entries) .. entries .. args[a + 5], t, entries ~= '')
    return
  end
  local _, _, label, entries = split(v)
  local head = 19 + #label + #entries
  local all = sums(string.sub(v, head + 1))
  for i, n in ipairs(sums(args[a + 5])) do all[i] = (all[i] or 0) + n end
  for i, n in ipairs(all) do all[i] = text(n) end
  redis.call('SET', record, struct.pack('>I8', tonumber(args[a + 1])) .. string.sub(v, 9, head) .. table.concat(all, ' '), 'KEEPTTL')
end
function does.d()
  unindex(KEYS[2], KEYS[3], redis.call('GET', KEYS[k]), args[a + 1], args[a + 2], KEYS[k])
  redis.call('DEL', KEYS[k])
  k = k + 1
end
function does.t()
  local record, t = KEYS[k], till(args[a + 3])
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
  local q, lane = queue(5 + 8 * args[a + 1]), args[a + 2]
  return q, lane, get(q, lane)
end
local known = false
function does.o()
  local record = KEYS[k]
  k = k + 1
  known = found(redis.call('GET', record)) ~= nil
  if known then return end
  local t = till(args[a + 2])
  save(record, struct.pack('>I8I8BI2', tonumber(args[a + 1]), t, 0, 0), t, false)
end
function does.q()
  if known then
    known = false
    return
  end
  local q, lane = of()
  local seq = tick()
  add(q, lane, state(text(seq), args[a + 3] == 1 and 1 or 2, after(tonumber(args[a + 4])), NOW), args[a + 5])
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
  s[DUE], s[BEGUN], s[WHY], s[RANK] = after(tonumber(args[a + 3])), tonumber(args[a + 4]), args[a + 5], 0
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
    local op = args[at]
    if op == 'c' then
      local v = redis.call('GET', KEYS[record])
      local version = found(v)
      if (version or 0) ~= tonumber(args[at + 1]) then return {n, version and v or ''} end
      record = record + 1
    elseif op == 'h' then
      if not held(queue(5 + 8 * args[at + 1]), args[at + 2], args[at + 3]) then return {-1} end
    elseif op == 's' then
      local size, per, lacks = args[at + 1], args[at + 2], args[at + 3] - bucket(at, KEYS[record])
      if lacks > 0 then return {n, size > 0 and math.ceil(lacks * per / size) or per} end
      record = record + 1
    else
      return nil
    end
    at, n = at + fields[op], n + 1
  end
end

local records = {c = 1, p = 1, n = 1, d = 1, t = 1, o = 1, s = 1}
local function batch()
  local once = KEYS[k]
  k = k + 1
  local applied = not redis.call('SET', once, 1, 'NX', 'PX', 20000)
  local no = not applied and refused()
  while a <= #args do
    local op = args[a]
    if applied or no then
      k = k + (records[op] or 0)
    else
      if copy and records[op] and op ~= 's' then changed[#changed + 1] = KEYS[k] end
      does[op]()
    end
    a = behind(a)
  end
  if no then redis.call('DEL', once) end
  return no or ''
end
-- with lib_claim
for i = 2, #ARGV do
  args, a = cmsgpack.unpack(ARGV[i]), 1
  if args[1] == 'k' then
    out[i - 1], k = claim(args, k)
  else
    out[i - 1] = batch()
  end
end
settle()
if #changed > 0 then
  many('SADD', KEYS[5], changed)
  redis.call('PEXPIRE', KEYS[5], 120000)
end
return out
