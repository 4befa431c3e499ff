-- What the lane scripts share. Their KEYS begin with those of one queue in one
-- shard: 1 keyClock, 2 keyLanes, 3 keyItems, 4 keyBehind, 5 keyOpen, 6 keyReady,
-- 7 keyDelayed, 8 keyLeases, 9 keyWake; their ARGV with: 1 the shard's number.
-- Times are µs of the server since 1970.
--
-- keyLanes has for each lane that is not empty the state of its head. A lane that
-- nobody has claimed is in keyReady or in keyDelayed, a claimed one in keyLeases.
-- The items behind the head are in keyBehind, ordered by lane, rank and seq.
--
-- A run does many operations: what they write is collected, and written by settle
-- with one command for each key. What a run wrote it does not read from a key again:
-- none takes two items of one lane from keyBehind.
local TIME = redis.call('TIME')
local NOW = TIME[1] * 1000000 + TIME[2]
local STEP = 2000 -- values of one command

-- text makes of a number what redis.call would, so that it is done once.
local function text(n) return string.format('%.0f', n) end
local NOWTEXT = text(NOW)

-- Ranks of items in a lane: 0 was tried before and stays at the head, 1 was put to
-- the front, 2 ordinary. A head of rank 2 that nobody has claimed never has an
-- item of rank 1 behind it.

-- The state of a head, in this order. SEQ is text.
local SEQ, RANK, DUE, AT = 1, 2, 3, 4
local TRIES, BEGUN, DOUBTS = 5, 6, 7 -- attempts begun; 1: the last one is open; attempts begun in doubt
local TOKEN, UNTIL = 8, 9            -- of the claim; token 0: nobody has it
local DOUBT, TRIED = 10, 11          -- of the claim: BEGUN when it was made; attempts begun under it
local NONCE, WHY = 12, 13            -- of the last operation; of the last retry

local function state(seq, rank, due, at)
  return {seq, rank, due, at, 0, 0, 0, 0, 0, 0, 0, 0, ''}
end

-- after returns the time that is so many µs from now; 0 stays 0: at once.
local function after(delay) return delay > 0 and NOW + delay or 0 end

local states, changed = {}, {} -- by lane; false: the lane is empty

local function fetch(lanes)
  for i = 1, #lanes, STEP do
    local to = math.min(i + STEP - 1, #lanes)
    for j, v in ipairs(redis.call('HMGET', KEYS[2], unpack(lanes, i, to))) do
      local lane = lanes[i + j - 1]
      if states[lane] == nil then states[lane] = v end
    end
  end
end

-- fetchargs fetches the lanes that are every so many ARGV.
local function fetchargs(from, every)
  local lanes = {}
  for i = from, #ARGV, every do lanes[#lanes + 1] = ARGV[i] end
  fetch(lanes)
end

-- decode returns false for what is no state. An error would end the run with the
-- lanes that it has taken from keyReady: Redis does not roll back.
local function decode(v)
  local ok, s = pcall(cmsgpack.unpack, v)
  if not ok or type(s) ~= 'table' or type(s[SEQ]) ~= 'string' or not tonumber(s[SEQ]) then return false end
  for i = RANK, TRIED do
    if type(s[i]) ~= 'number' then return false end
  end
  return s
end

-- get returns the state of a lane, false if it is empty or damaged.
local function get(lane)
  local s = states[lane]
  if s == nil then s = redis.call('HGET', KEYS[2], lane) end
  if type(s) == 'string' then s = decode(s) end
  states[lane] = s
  return s
end

local function put(lane, s) states[lane], changed[lane] = s, true end

-- tick returns a number that is larger than every one before in this shard, about
-- a quarter of the time.
local last, ticked = nil, false
local function tick()
  if not last then last = tonumber(redis.call('GET', KEYS[1]) or 0) end
  last, ticked = math.max(last + 1, math.floor(NOW / 4)), true
  return last
end
local function newseq() return text(tick() * 4 + ARGV[1]) end

-- wake tells one reader that blocks, or the next one, that a lane is ready.
local function wake()
  if redis.call('LLEN', KEYS[9]) == 0 then redis.call('RPUSH', KEYS[9], 1) end
end

local ready, leased, unleased, opened, closed = {}, {}, {}, {}, {}
local bodies, unbodied, behind, unbehind = {}, {}, {}, {}

local function many(command, key, list)
  local n
  for i = 1, #list, STEP do n = redis.call(command, key, unpack(list, i, math.min(i + STEP - 1, #list))) end
  return n
end

-- settle writes what was collected.
local function settle()
  local puts, dels = {}, {}
  for lane in pairs(changed) do
    local s = states[lane]
    if s then
      puts[#puts + 1] = lane
      puts[#puts + 1] = cmsgpack.pack(s)
    else
      dels[#dels + 1] = lane
    end
  end
  many('HSET', KEYS[2], puts)
  many('HDEL', KEYS[2], dels)
  many('HSET', KEYS[3], bodies)
  many('HDEL', KEYS[3], unbodied)
  many('ZREM', KEYS[4], unbehind)
  many('ZADD', KEYS[4], behind)
  many('ZADD', KEYS[5], opened)
  many('ZREM', KEYS[5], closed)
  many('ZREM', KEYS[8], unleased)
  many('ZADD', KEYS[8], leased)
  if many('RPUSH', KEYS[6], ready) == #ready and #ready > 0 then wake() end
  if ticked then redis.call('SET', KEYS[1], last) end
  changed, ready, leased, unleased, opened, closed = {}, {}, {}, {}, {}, {}
  bodies, unbodied, behind, unbehind = {}, {}, {}, {}
end

-- place puts a lane that nobody has claimed where its head's time says.
local function place(lane, s)
  if s[DUE] <= NOW then
    ready[#ready + 1] = lane
    return
  end
  redis.call('ZADD', KEYS[7], s[DUE], lane)
  if redis.call('ZRANGE', KEYS[7], 0, 0)[1] == lane then wake() end -- who waits sets its timer anew
end

local function prefix(lane) return struct.pack('>I2', #lane) .. lane end

local function member(lane, s)
  return prefix(lane) .. struct.pack('>BI8I8I8', s[RANK], tonumber(s[SEQ]), s[DUE], s[AT])
end

-- queue puts an item behind the head.
local function queue(lane, s) behind[#behind + 1], behind[#behind + 2] = 0, member(lane, s) end

-- first returns the first item behind the head, and its member of keyBehind.
local crowded
local function first(lane)
  if crowded == nil then crowded = redis.call('EXISTS', KEYS[4]) == 1 end
  if not crowded then return nil end
  local p = prefix(lane)
  local m = redis.call('ZRANGE', KEYS[4], '[' .. p, '(' .. p .. '\255', 'BYLEX', 'LIMIT', 0, 1)[1]
  if not m then return nil end
  local rank, seq, due, at = struct.unpack('>BI8I8I8', m, #m - 24)
  return state(text(seq), rank, due, at), m
end

-- back gives up the claim of a lane: its head waits again.
local function back(lane, s)
  unleased[#unleased + 1] = lane
  s[TOKEN], s[UNTIL] = 0, 0
  if s[RANK] == 2 then
    local f, m = first(lane)
    if f and f[RANK] == 1 then
      unbehind[#unbehind + 1] = m
      queue(lane, s)
      s = f
    end
  end
  put(lane, s)
  place(lane, s)
end

-- leave takes a claimed head out of its lane; the next item is the head.
local function leave(lane, s)
  closed[#closed + 1] = s[SEQ]
  unleased[#unleased + 1] = lane
  local f, m = first(lane)
  if f then
    unbehind[#unbehind + 1] = m
    place(lane, f)
  end
  put(lane, f or false)
end

-- add puts an item into its lane.
local function add(lane, s, body)
  bodies[#bodies + 1], bodies[#bodies + 2] = s[SEQ], body
  opened[#opened + 1], opened[#opened + 2] = s[AT] == NOW and NOWTEXT or text(s[AT]), s[SEQ]
  local head = get(lane)
  if not head then
    put(lane, s)
    place(lane, s)
  elseif s[RANK] == 1 and head[RANK] == 2 and head[TOKEN] == 0 then
    queue(lane, head)
    put(lane, s)
    -- A lane in keyReady stays there; when its turn comes the time is looked at.
    if redis.call('ZREM', KEYS[7], lane) == 1 then place(lane, s) end
  else
    queue(lane, s)
  end
end

-- held returns the state of a lane if the claim with the token has it.
local function held(lane, token)
  local s = get(lane)
  if s and s[TOKEN] == tonumber(token) and s[UNTIL] > NOW then return s, s end
  return nil, s
end

-- What keySeen has: seq while the item is unfinished, -nonce of the call that
-- finished it, or 'x' and the nonce if the dedupe window was over by then.
local function finish(seen, nonce, at, window)
  local left = math.ceil((at + window - NOW) / 1000)
  if left > 0 then
    redis.call('SET', seen, '-' .. nonce, 'PX', left)
  else
    redis.call('SET', seen, 'x' .. nonce, 'PX', 60000)
  end
end

local function finished(seen, nonce)
  local v = redis.call('GET', seen)
  return (v == '-' .. nonce or v == 'x' .. nonce) and 1 or 0
end
