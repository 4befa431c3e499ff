-- Claims heads of lanes that are ready, after those whose lease ran out or whose time has
-- come were put there.
-- values has what is stored under keyAsked and the records.
-- KEYS of a request: keyAsked, keyIdle, then keyRecord for each record that is wanted with a lane
-- The request is an array: k queue want nonce lease(µs) node rides (lane m)*; with each of the
--   lanes m records are wanted, if it is one of those claimed. One that rides on writes (1)
--   leaves a part to other nodes that had nothing to do lately.
-- Its reply is {now, until when the leases hold, 1 if more are ready, when the next lease or
-- head is due (0: none), then for each claim: lane, body, seq, token, attempts, 1 if in
-- doubt, doubts, enqueued at, its records or 0}. A damaged lane has seq 0 and an empty body; it
-- is not claimed, and leaves keyReady. Safe to repeat: the claims of a request are found again
-- for a minute.
local MOST = 100              -- moved by one run
local CHUNK = 16              -- lanes of which the items are read at a time
local BYTES = 8 * 1024 * 1024 -- a reply of so many bytes takes no more
local IDLE = 3000000          -- a node that found nothing is known so long (µs): it asks every two seconds

-- come puts lanes where they can be claimed whose time has come; it returns when the next is due.
local function come(q)
  local next = math.huge
  local lease = redis.call('ZRANGE', key(q, LEASES), 0, 0, 'WITHSCORES')[2]
  if lease and tonumber(lease) <= NOW then
    local over = redis.call('ZRANGE', key(q, LEASES), '-inf', NOWTEXT, 'BYSCORE', 'LIMIT', 0, MOST)
    fetch(q, over)
    for _, lane in ipairs(over) do
      local s = get(q, lane)
      if not s then
        q.unleased[#q.unleased + 1] = lane
      elseif s[UNTIL] <= NOW then -- not claimed again in this run
        back(q, lane, s)
      end
    end
    lease = redis.call('ZRANGE', key(q, LEASES), '(' .. NOWTEXT, '+inf', 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')[2]
  end
  local due = redis.call('ZRANGE', key(q, DELAYED), 0, 0, 'WITHSCORES')[2]
  if due and tonumber(due) <= NOW then
    local lanes = redis.call('ZRANGE', key(q, DELAYED), '-inf', NOWTEXT, 'BYSCORE', 'LIMIT', 0, MOST)
    redis.call('ZREM', key(q, DELAYED), unpack(lanes))
    for _, lane in ipairs(lanes) do q.ready[#q.ready + 1] = lane end
    due = redis.call('ZRANGE', key(q, DELAYED), 0, 0, 'WITHSCORES')[2]
  end
  if lease then next = tonumber(lease) end
  if due then next = math.min(next, tonumber(due)) end
  return next < math.huge and next or 0
end

-- ready takes lanes from keyReady, then those that this run has made ready.
local function ready(q, most)
  local lanes = redis.call('LPOP', key(q, READY), most)
  if lanes or #q.ready == 0 then return lanes end
  lanes = {unpack(q.ready, 1, most)}
  q.ready = {unpack(q.ready, most + 1)}
  return lanes
end

-- claim does the request r, whose keys begin at k; it returns its reply and the place behind its keys.
local function claim(r, k)
  local q, asks, idle = queue(5 + 8 * r[2]), KEYS[k], KEYS[k + 1]
  local want, nonce, lease, node, with = r[3], r[4], r[5], r[6], {}
  k = k + 2
  for i = 8, #r, 2 do
    with[r[i]] = {k, k + r[i + 1] - 1}
    k = k + r[i + 1]
  end
  local out, bytes = {NOW, NOW + lease, 0, come(q)}, 0
  local untiltext = text(out[2])
  local function hand(lane, s, body)
    body = body or '' -- the node sees that it is damaged
    bytes = bytes + #body
    local n, from = #out, with[lane]
    out[n + 1], out[n + 2], out[n + 3], out[n + 4] = lane, body, s[SEQ], s[TOKEN]
    out[n + 5], out[n + 6], out[n + 7], out[n + 8] = s[TRIES], s[DOUBT], s[DOUBTS], s[AT]
    out[n + 9] = 0
    if from then
      out[n + 9] = {}
      for i = from[1], from[2] do out[n + 9][i - from[1] + 1] = values[KEYS[i]] end
    end
  end

  local asked = want > 0 and values[asks] and cmsgpack.unpack(values[asks])
  if asked and asked[1] == nonce then
    for i = 2, #asked, 2 do
      local s = held(q, asked[i], asked[i + 1])
      if s then
        out[2] = s[UNTIL]
        hand(asked[i], s, redis.call('HGET', key(q, ITEMS), s[SEQ]))
      end
    end
    want = 0
  end

  if r[7] == 1 and want > 0 then
    local share = 1
    for _, other in ipairs(redis.call('ZRANGE', idle, '(' .. NOWTEXT, '+inf', 'BYSCORE', 'LIMIT', 0, 8)) do
      if other ~= node then share = share + 1 end
    end
    want = math.floor((want + NOW % share) / share)
  end
  asked = {nonce}
  while want > 0 and bytes < BYTES do
    local lanes = ready(q, math.min(want, CHUNK))
    if not lanes then break end
    fetch(q, lanes)
    local taken, seqs, bodies, lacks = {}, {}, {}, false
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
        bodies[#taken] = q.fresh[s[SEQ]] or false
        lacks = lacks or not bodies[#taken]
      end
    end
    if lacks then
      hmget(key(q, ITEMS), seqs, function(i, body) bodies[i] = bodies[i] or body end)
    end
    for i, lane in ipairs(taken) do hand(lane, get(q, lane), bodies[i]) end
    want = want - #taken
  end
  if #asked > 1 then redis.call('SET', asks, cmsgpack.pack(asked), 'PX', 60000) end
  if redis.call('EXISTS', key(q, READY)) == 1 then
    out[3] = 1
    wake(q)
  elseif #q.ready > 0 then
    out[3] = 1
  elseif #out == 4 and r[7] == 0 then
    redis.call('ZREMRANGEBYSCORE', idle, '-inf', NOWTEXT)
    redis.call('ZADD', idle, text(NOW + IDLE), node)
    redis.call('PEXPIRE', idle, 60000)
  end
  return out, k
end
