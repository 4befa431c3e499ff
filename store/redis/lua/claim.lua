#!lua
-- Claims heads of lanes that are ready, after those whose lease ran out or whose time has
-- come were put there.
-- KEYS: 1-9 as in lib_lanes, of one queue; 10 keyAsked
-- ARGV: 1 how many (0: only look), 2 nonce of the request, 3 lease (µs)
-- Returns {now, until when the leases hold, 1 if more are ready, when the next lease or
-- head is due (0: none), then for each claim: lane, body, seq, token, attempts, 1 if in
-- doubt, doubts, enqueued at}. A damaged lane has seq 0 and an empty body; it is not
-- claimed, and leaves keyReady. Safe to repeat: the claims of a request are found again
-- for a minute.
-- with lib_lanes
local MOST = 100              -- moved by one run
local CHUNK = 16              -- lanes of which the items are read at a time
local BYTES = 8 * 1024 * 1024 -- a reply of so many bytes takes no more
local want = tonumber(ARGV[1])
local q = queue(1)

local over = redis.call('ZRANGE', key(q, LEASES), '-inf', NOWTEXT, 'BYSCORE', 'LIMIT', 0, MOST)
if #over > 0 then
  fetch(q, over)
  for _, lane in ipairs(over) do
    local s = get(q, lane)
    if s then back(q, lane, s) else q.unleased[#q.unleased + 1] = lane end
  end
end
local due = redis.call('ZRANGE', key(q, DELAYED), '-inf', NOWTEXT, 'BYSCORE', 'LIMIT', 0, MOST)
if #due > 0 then
  redis.call('ZREM', key(q, DELAYED), unpack(due))
  for _, lane in ipairs(due) do q.ready[#q.ready + 1] = lane end
end
settle()

local out, bytes = {NOW, NOW + ARGV[3], 0, 0}, 0
local untiltext = text(out[2])
local function hand(lane, s, body)
  body = body or '' -- the node sees that it is damaged
  bytes = bytes + #body
  local n = #out
  out[n + 1], out[n + 2], out[n + 3], out[n + 4] = lane, body, s[SEQ], s[TOKEN]
  out[n + 5], out[n + 6], out[n + 7], out[n + 8] = s[TRIES], s[DOUBT], s[DOUBTS], s[AT]
end

local asked = want > 0 and redis.call('GET', KEYS[10])
asked = asked and cmsgpack.unpack(asked)
if asked and asked[1] == ARGV[2] then
  for i = 2, #asked, 2 do
    local s = held(q, asked[i], asked[i + 1])
    if s then
      out[2] = s[UNTIL]
      hand(asked[i], s, redis.call('HGET', key(q, ITEMS), s[SEQ]))
    end
  end
  want = 0
end

asked = {ARGV[2]}
while want > 0 and bytes < BYTES do
  local lanes = redis.call('LPOP', key(q, READY), math.min(want, CHUNK))
  if not lanes then break end
  fetch(q, lanes)
  local taken, seqs = {}, {}
  for _, lane in ipairs(lanes) do
    local s = get(q, lane)
    -- A lane whose state was damaged may be here twice, or have no state.
    if not s then
      hand(lane, state('0', 0, 0, NOW))
    elseif s[TOKEN] ~= 0 then
      -- somebody has it
    elseif s[DUE] > NOW then
      redis.call('ZADD', key(q, DELAYED), text(s[DUE]), lane)
    else
      s[TOKEN], s[UNTIL], s[DOUBT], s[TRIED] = tick(), out[2], s[BEGUN], 0
      put(q, lane, s)
      q.leased[#q.leased + 1], q.leased[#q.leased + 2] = untiltext, lane
      asked[#asked + 1], asked[#asked + 2] = lane, s[TOKEN]
      taken[#taken + 1], seqs[#seqs + 1] = lane, s[SEQ]
    end
  end
  if #taken > 0 then
    for i, body in ipairs(redis.call('HMGET', key(q, ITEMS), unpack(seqs))) do hand(taken[i], get(q, taken[i]), body) end
  end
  want = want - #taken
end
if #asked > 1 then
  settle()
  redis.call('SET', KEYS[10], cmsgpack.pack(asked), 'PX', 60000)
end
if redis.call('EXISTS', key(q, READY)) == 1 then
  out[3] = 1
  wake(q)
else
  local d = redis.call('ZRANGE', key(q, DELAYED), 0, 0, 'WITHSCORES')[2]
  local l = redis.call('ZRANGE', key(q, LEASES), 0, 0, 'WITHSCORES')[2]
  out[4] = math.min(tonumber(d or l or 0), tonumber(l or d or 0))
end
return out
