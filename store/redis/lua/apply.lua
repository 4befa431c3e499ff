#!lua
-- Applies batches, each whole or not at all, and claims heads of lanes.
-- KEYS: 1 keyClock, 2 keyIndex, 3 keyCounts, 4 keyCopy, 5 keyChanged, then eight of each queue
--   as lib_lanes says; then of each batch: keyOnce, and keyRecord for each of its record operations
--   (keyBucket of s); of each request for claims: as lib_claim says
-- ARGV: 1 how many queues; then one for each batch, an array in MessagePack: its nonce, its operations,
--   each with its letter and what follows. The conditions of a batch come before the rest:
--   c when           a condition of the record: a version, -1 there is none
--   h queue lane token   a claim must be held
--   s size per(µs) n     a bucket must have so many tokens, and they are taken; behind all c and h
--   p version when keep ttl(ms) kind id label body entries   when: as c, 0 always; entries as
--                    they are stored
--   n version ttl(ms) kind id numbers entries   added to those of the record, or it is made
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
-- the µs until it holds}, {-1} if a claim is lost, or {-2, key} if what is stored there is damaged. Safe to repeat: keyOnce says that it was applied. While all is copied
-- out the records that it writes are noted; while something else is copied in nothing is applied.
-- with lib_lanes
-- with lib_records
local args, a, k, out = nil, 1, 6 + 8 * ARGV[1], {} -- of the batch, and how far it is; keys; replies
local copy, changed = redis.call('GET', KEYS[4]), {}
if copy and string.sub(copy, 1, 4) ~= 'out:' then return redis.error_reply('IMPORT the store is being filled: ' .. copy) end

-- Everything is read with one command before the first batch, and what the batches change is
-- collected and written by write, with one command for each kind of change: a call of a command costs
-- more than most commands do.
local values = {} -- of the records, as the batches leave them: false if there is none
for i = k, #KEYS, STEP do
  for j, v in ipairs(redis.call('MGET', unpack(KEYS, i, math.min(i + STEP - 1, #KEYS)))) do values[KEYS[i + j - 1]] = v end
end
local puts = {}  -- by record: until when (ms, text), '' for no end or one that is swept, false if it is deleted
local onces = {} -- by keyOnce: nonces of the batches that were applied, each with a value

-- found returns what is there for a reader: nil if there is none.
local function found(v)
  if not v then return nil end
  local version, till = struct.unpack('>I8I8', v)
  return (till == 0 or till * 1000 > NOW) and version or nil
end

-- save stores a record. One that is in keyIndex or keyCounts goes when it is swept.
local function save(record, value, till, shown)
  values[record], puts[record] = value, till > 0 and not shown and text(till) or ''
end

-- write writes what was collected.
local function write()
  local sets, dels = {}, {}
  for record, till in pairs(puts) do
    if not till then
      dels[#dels + 1] = record
    elseif till == '' then
      sets[#sets + 1], sets[#sets + 2] = record, values[record]
    else
      redis.call('SET', record, values[record], 'PXAT', till)
    end
  end
  for i = 1, #sets, STEP do redis.call('MSET', unpack(sets, i, math.min(i + STEP - 1, #sets))) end
  for i = 1, #dels, STEP do redis.call('DEL', unpack(dels, i, math.min(i + STEP - 1, #dels))) end
  enter(KEYS[2], KEYS[3])
  for once, nonces in pairs(onces) do
    many('HSET', once, nonces)
    redis.call('PEXPIRE', once, 20000)
  end
  if #changed > 0 then
    many('SADD', KEYS[5], changed)
    redis.call('PEXPIRE', KEYS[5], 120000)
  end
end

-- till returns until when a record is kept that has so many ms from now. After a day or more it
-- is a full minute: what is written again within it stays where it is in keyIndex.
local function till(ttl)
  if ttl == 0 then return 0 end
  local t = math.ceil(NOW / 1000) + ttl
  return ttl >= 86400000 and math.ceil(t / 60000) * 60000 or t
end

-- behind returns the place behind the operation at.
local fields = {c = 2, h = 4, s = 4, d = 3, t = 4, q = 6, b = 3, a = 3, r = 6, u = 3, o = 3, n = 7, p = 10}
local function behind(at) return at + fields[args[at]] end

-- bucket returns how many tokens the bucket of an s has.
local function bucket(at, record)
  local n, v = args[at + 1], values[record]
  if not v then return n end
  local had, since = unpack(cmsgpack.unpack(v))
  return math.min(n, had + math.max(0, NOW - since) * n / args[at + 2])
end

-- named returns the key of an operation.
local function named()
  k = k + 1
  return KEYS[k - 1]
end

local does = {}
function does.c() named() end
function does.s()
  local record = named()
  local left = bucket(a, record) - args[a + 3]
  save(record, cmsgpack.pack({left, NOW, '', 1, 0}), math.ceil(NOW / 1000) + math.max(1, math.ceil(args[a + 2] / 1000)), false)
end
function does.h() end
-- store puts a record, which is in keyIndex and keyCounts as its head says.
local function store(record, version, ttl, kind, id, label, body, entries)
  local was, t = values[record], till(ttl)
  local head = struct.pack('>I8BI2', t, #label, #entries) .. label .. entries -- behind the version
  local value = struct.pack('>I8', version) .. head .. body
  if not was or string.sub(was, 9, 8 + #head) ~= head then
    index(was, kind, id, record, false)
    index(value, kind, id, record, true)
  end
  save(record, value, t, #head > 11)
end
function does.p()
  local record, when = named(), args[a + 2]
  if args[a + 3] == 1 and when ~= 0 and (found(values[record]) or -1) ~= when then return end
  store(record, args[a + 1], unpack(args, a + 4, a + 9))
end
-- sums returns the numbers of a text.
local function sums(s)
  local all = {}
  for n in string.gmatch(s, '%S+') do all[#all + 1] = tonumber(n) or 0 end
  return all
end
function does.n()
  local record = named()
  local v = values[record]
  if not found(v) then
    return store(record, args[a + 1], args[a + 2], args[a + 3], args[a + 4], '', args[a + 5], args[a + 6])
  end
  local _, t, label, entries = split(v)
  local head = 19 + #label + #entries
  local all = sums(string.sub(v, head + 1))
  for i, n in ipairs(sums(args[a + 5])) do all[i] = (all[i] or 0) + n end
  for i, n in ipairs(all) do all[i] = text(n) end
  save(record, struct.pack('>I8', args[a + 1]) .. string.sub(v, 9, head) .. table.concat(all, ' '), t, head > 19)
end
function does.d()
  local record = named()
  index(values[record], args[a + 1], args[a + 2], record, false)
  if values[record] then values[record], puts[record] = false, false end
end
function does.t()
  local record, t = named(), till(args[a + 3])
  local v = values[record]
  if not found(v) then return end
  local version, was, label, entries = split(v)
  local shown = label ~= '' or entries ~= ''
  if shown and was ~= t then
    if was > 0 then mark(lapse(was, record), false) end
    if t > 0 then mark(lapse(t, record), true) end
  end
  save(record, struct.pack('>I8I8', version, t) .. string.sub(v, 17), t, shown)
end

-- of returns the queue and lane of an operation, and the state of the lane.
local function of()
  local q, lane = queue(5 + 8 * args[a + 1]), args[a + 2]
  return q, lane, get(q, lane)
end
local known = false
function does.o()
  local record = named()
  known = found(values[record]) ~= nil
  if known then return end
  local t = till(args[a + 2])
  save(record, struct.pack('>I8I8BI2', args[a + 1], t, 0, 0), t, false)
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
      local v = values[KEYS[record]]
      local version = found(v)
      if (version or -1) ~= args[at + 1] then return {n, version and v or ''} end
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
local function batch(applied, bad)
  local once, no = KEYS[k], nil
  k = k + 1
  if not applied then no = bad and {-2, bad} or refused() end
  if not applied and not no then
    local nonces = onces[once] or {}
    onces[once] = nonces
    nonces[#nonces + 1], nonces[#nonces + 2] = args[1], ''
  end
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
  return no or ''
end
-- with lib_claim

-- intact says whether what an operation finds can be worked on.
local function intact(op, v)
  if not v then return true end
  if op ~= 's' then return sound(v) end
  local ok, b = pcall(cmsgpack.unpack, v)
  return ok and type(b) == 'table' and type(b[1]) == 'number' and type(b[2]) == 'number'
end

-- What the batches will ask of lanes and of keyOnce is read before the first, too. What is damaged is
-- found here: an error later would leave of the batches before it what is written of lanes at once.
local all, asked, lanes, bad = {}, {}, {}, {}
for i = 2, #ARGV do
  args, a = cmsgpack.unpack(ARGV[i]), 2
  all[i - 1] = args
  if args[1] == 'k' then
    k = k + 2
    for j = 9, #args, 2 do k = k + args[j] end
  else
    local once = asked[KEYS[k]] or {}
    asked[KEYS[k]] = once
    once[#once + 1] = args[1]
    k = k + 1
    while a <= #args do
      local op = args[a]
      if op == 'h' or op == 'q' then
        local of = lanes[args[a + 1]] or {}
        lanes[args[a + 1]] = of
        of[#of + 1] = args[a + 2]
      end
      if records[op] then
        if not intact(op, values[KEYS[k]]) then bad[i - 1] = KEYS[k] end
        k = k + 1
      end
      a = behind(a)
    end
  end
end
for n, of in pairs(lanes) do fetch(queue(5 + 8 * n), of) end
local done = {}
for once, nonces in pairs(asked) do
  hmget(once, nonces, function(i, v) done[nonces[i]] = v end)
end

k = 6 + 8 * ARGV[1]
for i = 1, #all do
  args, a = all[i], 2
  if args[1] == 'k' then
    out[i], k = claim(args, k)
  else
    out[i] = batch(done[args[1]], bad[i])
  end
end
settle()
write()
return out
