#!lua
-- Notes which messages, and which entries of the thread index, are about approvals.
-- KEYS, each operation: 1 keyApproval, 2 keyPrompts, 3 keyMessages
-- ARGV, each operation: 1 refs (16 bytes each), 2 message id or '', 3 retention
-- (ms, 0 = for ever), 4 expiry while held (ms)
-- Returns for each 1 if the approval is open. Safe to repeat.
local out = {}
for i = 1, #KEYS / 3 do
  local prompts, messages = KEYS[3 * i - 1], KEYS[3 * i]
  local new, id, keep = ARGV[4 * i - 3], ARGV[4 * i - 2], tonumber(ARGV[4 * i - 1])
  local held = 0
  if redis.call('HGET', KEYS[3 * i - 2], 'h') == '1' then held = 1 end
  local ttl = keep
  if held == 1 then ttl = ARGV[4 * i] end
  if keep > 0 and new ~= '' then
    for at = 1, #new, 16 do
      redis.call('ZADD', prompts, 0, string.sub(new, at, at + 15))
    end
    redis.call('PEXPIRE', prompts, ttl)
  end
  if id ~= '' then
    redis.call('ZADD', messages, 0, id)
    if keep > 0 then redis.call('PEXPIRE', messages, ttl) end
  end
  out[i] = held
end
return out
