#!lua
-- Ends a pause.
-- KEYS: 1 keyPauses, 2 keyOnce
-- ARGV: 1 name
-- Returns 1 if there was one. Safe to repeat: keyOnce says for a minute that this
-- call ended it.
if redis.call('HDEL', KEYS[1], ARGV[1]) == 1 then
  redis.call('SET', KEYS[2], 1, 'PX', 60000)
  return 1
end
return redis.call('EXISTS', KEYS[2])
