-- The chain of a shard. KEYS k: keyChain, k+1: keyLedger, k+2: keyChained of the approval, then keyTold of
-- the people of the entries, one after the other. ARGV a: the number of the head that
-- the entries were made for ('' = it is not known), a+1: the new head's number, a+2: its
-- hash, a+3: how many entries, then for each: number, the entry, how many people.
-- behind returns the head if it is another, to make the entries again; chain writes.
local function behind(k, a)
  if ARGV[a + 3] == '0' then return nil end
  local head = redis.call('HMGET', KEYS[k], 'n', 'h')
  local n = head[1] or '0'
  if n == ARGV[a] then return nil end
  return {2, n, head[2] or ''}
end
local function chain(k, a, approval)
  local person = k + 3
  for i = 0, tonumber(ARGV[a + 3]) - 1 do
    local seq = ARGV[a + 4 + 3 * i]
    redis.call('HSET', KEYS[k + 1], seq, ARGV[a + 5 + 3 * i])
    redis.call('RPUSH', KEYS[k + 2], seq)
    for _ = 1, tonumber(ARGV[a + 6 + 3 * i]) do
      redis.call('ZADD', KEYS[person], seq, approval)
      person = person + 1
    end
  end
  if ARGV[a + 3] ~= '0' then redis.call('HSET', KEYS[k], 'n', ARGV[a + 1], 'h', ARGV[a + 2]) end
end
