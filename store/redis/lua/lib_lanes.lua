-- What the lane scripts share. KEYS 1 is keyClock; of a queue there are eight keys in a
-- row: keyLanes, keyItems, keyBehind, keyOpen, keyReady, keyDelayed, keyLeases, keyWake.
-- Times are µs of the server since 1970.
--
-- keyLanes has for each lane that is not empty the state of its head. A lane that nobody
-- has claimed is in keyReady or in keyDelayed, a claimed one in keyLeases. The items
-- behind the head are in keyBehind, ordered by lane, rank and seq.
--
-- A run does many operations. Of lanes only keyBehind and keyDelayed are written at once;
-- the rest is collected, and written by settle with one command for each key. What is
-- collected is not read from a key again.
local TIME = redis.call('TIME')
local NOW = TIME[1] * 1000000 + TIME[2]
local STEP = 2000 -- values of one command

-- text makes of a number what redis.call would, so that it is done once.
local function text(n) return string.format('%.0f', n) end
local NOWTEXT = text(NOW)

-- The places of a queue's keys behind its base.
local LANES, ITEMS, BEHIND, OPEN, READY, DELAYED, LEASES, WAKE = 1, 2, 3, 4, 5, 6, 7, 8

-- Ranks of items in a lane: 0 was tried before and stays at the head, 1 was put to the
-- front, 2 ordinary. A head of rank 2 that nobody has claimed never has an item of rank 1
-- behind it.

-- The state of a head, in this order. SEQ is text.
local SEQ, RANK, DUE, AT = 1, 2, 3, 4
local TRIES, BEGUN, DOUBTS = 5, 6, 7 -- attempts begun; 1: the last one is open; attempts begun in doubt
local TOKEN, UNTIL = 8, 9            -- of the claim; token 0: nobody has it
local DOUBT, TRIED = 10, 11          -- of the claim: BEGUN when it was made; attempts begun under it
local WHY = 12                       -- of the last retry

local function state(seq, rank, due, at)
  return {seq, rank, due, at, 0, 0, 0, 0, 0, 0, 0, ''}
end

-- after returns the time that is so many µs from now; 0 stays 0: at once.
local function after(wait) return wait > 0 and NOW + wait or 0 end

-- The lists of a queue that settle writes.
local function lists(q)
  q.changed, q.ready, q.leased, q.unleased, q.opened, q.closed = {}, {}, {}, {}, {}, {}
  q.bodies, q.unbodied, q.fresh = {}, {}, {} -- fresh: bodies by seq
end

-- queue returns what a run knows of the queue whose keys begin behind base.
local queues = {}
local function queue(base)
  local q = queues[base]
  if not q then
    q = {base = base, states = {}} -- states by lane; false: the lane is empty
    lists(q)
    queues[base] = q
  end
  return q
end

local function key(q, n) return KEYS[q.base + n] end

-- hmget calls f with the place and the value of each of the fields; false: there is none.
local function hmget(k, fields, f)
  for i = 1, #fields, STEP do
    for j, v in ipairs(redis.call('HMGET', k, unpack(fields, i, math.min(i + STEP - 1, #fields)))) do f(i + j - 1, v) end
  end
end

-- fetch reads the states of lanes that are not known yet.
local function fetch(q, lanes)
  local some = {}
  for _, lane in ipairs(lanes) do
    if q.states[lane] == nil then some[#some + 1] = lane end
  end
  hmget(key(q, LANES), some, function(i, v) q.states[some[i]] = v end)
end

-- decode returns false for what is no state. An error would end the run with the lanes
-- that it has taken from keyReady: Redis does not roll back.
local function decode(v)
  local ok, s = pcall(cmsgpack.unpack, v)
  if not ok or type(s) ~= 'table' or type(s[SEQ]) ~= 'string' or not tonumber(s[SEQ]) then return false end
  for i = RANK, TRIED do
    if type(s[i]) ~= 'number' then return false end
  end
  return s
end

-- get returns the state of a lane, false if it is empty or damaged.
local function get(q, lane)
  local s = q.states[lane]
  if s == nil then s = redis.call('HGET', key(q, LANES), lane) end
  if type(s) == 'string' then s = decode(s) end
  q.states[lane] = s
  return s
end

local function put(q, lane, s) q.states[lane], q.changed[lane] = s, true end

-- tick returns a number that is larger than every one before, about the time.
local last, ticked = nil, false
local function tick()
  if not last then last = tonumber(redis.call('GET', KEYS[1]) or 0) end
  last, ticked = math.max(last + 1, NOW), true
  return last
end

-- wake tells one reader that blocks, or the next one, that a lane is ready.
local function wake(q)
  if redis.call('LLEN', key(q, WAKE)) == 0 then redis.call('RPUSH', key(q, WAKE), 1) end
end

local function many(command, k, list)
  local n
  for i = 1, #list, STEP do n = redis.call(command, k, unpack(list, i, math.min(i + STEP - 1, #list))) end
  return n
end

local function settlequeue(q)
  local puts, dels = {}, {}
  for lane in pairs(q.changed) do
    local s = q.states[lane]
    if s then
      puts[#puts + 1] = lane
      puts[#puts + 1] = cmsgpack.pack(s)
    else
      dels[#dels + 1] = lane
    end
  end
  many('HSET', key(q, LANES), puts)
  many('HDEL', key(q, LANES), dels)
  many('HSET', key(q, ITEMS), q.bodies)
  many('HDEL', key(q, ITEMS), q.unbodied)
  many('ZADD', key(q, OPEN), q.opened)
  many('ZREM', key(q, OPEN), q.closed)
  many('ZREM', key(q, LEASES), q.unleased)
  many('ZADD', key(q, LEASES), q.leased)
  if many('RPUSH', key(q, READY), q.ready) == #q.ready and #q.ready > 0 then wake(q) end
  lists(q)
end

-- settle writes what was collected.
local function settle()
  for _, q in pairs(queues) do settlequeue(q) end
  if ticked then redis.call('SET', KEYS[1], text(last)) end
end

-- place puts a lane that nobody has claimed where its head's time says.
local function place(q, lane, s)
  if s[DUE] <= NOW then
    q.ready[#q.ready + 1] = lane
    return
  end
  redis.call('ZADD', key(q, DELAYED), text(s[DUE]), lane)
  if redis.call('ZRANGE', key(q, DELAYED), 0, 0)[1] == lane then wake(q) end -- who waits sets its timer anew
end

local function prefix(lane) return struct.pack('>I2', #lane) .. lane end

-- push puts an item behind the head.
local function push(q, lane, s)
  redis.call('ZADD', key(q, BEHIND), 0, prefix(lane) .. struct.pack('>BI8I8I8', s[RANK], tonumber(s[SEQ]), s[DUE], s[AT]))
  q.crowded = true
end

-- item returns the state of a member of keyBehind.
local function item(m)
  local rank, seq, due, at = struct.unpack('>BI8I8I8', m, #m - 24)
  return state(text(seq), rank, due, at)
end

-- first returns the first item behind the head, and its member of keyBehind.
local function first(q, lane)
  if q.crowded == nil then q.crowded = redis.call('EXISTS', key(q, BEHIND)) == 1 end
  if not q.crowded then return nil end
  local p = prefix(lane)
  local m = redis.call('ZRANGE', key(q, BEHIND), '[' .. p, '(' .. p .. '\255', 'BYLEX', 'LIMIT', 0, 1)[1]
  if m then return item(m), m end
end

-- back gives up the claim of a lane: its head waits again.
local function back(q, lane, s)
  q.unleased[#q.unleased + 1] = lane
  s[TOKEN], s[UNTIL] = 0, 0
  if s[RANK] == 2 then
    local f, m = first(q, lane)
    if f and f[RANK] == 1 then
      redis.call('ZREM', key(q, BEHIND), m)
      push(q, lane, s)
      s = f
    end
  end
  put(q, lane, s)
  place(q, lane, s)
end

-- leave takes a claimed head out of its lane; the next item is the head.
local function leave(q, lane, s)
  q.unbodied[#q.unbodied + 1] = s[SEQ]
  q.closed[#q.closed + 1] = s[SEQ]
  q.unleased[#q.unleased + 1] = lane
  local f, m = first(q, lane)
  if f then
    redis.call('ZREM', key(q, BEHIND), m)
    place(q, lane, f)
  end
  put(q, lane, f or false)
end

-- add puts an item into its lane.
local function add(q, lane, s, body)
  q.bodies[#q.bodies + 1], q.bodies[#q.bodies + 2] = s[SEQ], body
  q.fresh[s[SEQ]] = body
  q.opened[#q.opened + 1], q.opened[#q.opened + 2] = text(s[AT]), s[SEQ]
  local head = get(q, lane)
  if not head then
    put(q, lane, s)
    place(q, lane, s)
  elseif s[RANK] == 1 and head[RANK] == 2 and head[TOKEN] == 0 then
    push(q, lane, head)
    put(q, lane, s)
    -- A lane in keyReady stays there; when its turn comes the time is looked at.
    if redis.call('ZREM', key(q, DELAYED), lane) == 1 then place(q, lane, s) end
  else
    push(q, lane, s)
  end
end

-- held returns the state of a lane if the claim with the token has it.
local function held(q, lane, token)
  local s = get(q, lane)
  if s and s[TOKEN] == tonumber(token) and s[UNTIL] > NOW then return s end
end
