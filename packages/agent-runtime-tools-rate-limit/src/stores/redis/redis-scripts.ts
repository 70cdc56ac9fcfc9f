/**
 * The scripts that Redis runs as one step each. They use the clock of Redis, so the clocks of the processes do not matter.
 */

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
`;

/**
 * KEYS: buckets. ARGV: for each bucket the milliseconds for one token, and how many it holds. A key holds the time at which its
 * bucket is full again. Returns { 0 } and takes one token of each, or the number of the bucket with the longest wait, and the
 * milliseconds.
 */
export const TAKE = `${NOW}
local full_at = {}
local lacking, wait = 0, 0
for i, key in ipairs(KEYS) do
  local interval, burst = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  full_at[i] = math.max(tonumber(redis.call('GET', key) or 0), now) + interval
  local missing = full_at[i] - now - burst * interval
  if missing > 0.001 and missing > wait then lacking, wait = i, missing end
end
if lacking > 0 then return { lacking, math.ceil(wait) } end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.3f', full_at[i]), 'PX', math.max(1, math.ceil(full_at[i] - now)))
end
return { 0, 0 }
`;

/**
 * KEYS: sets of holders, each with the end of its lease. ARGV: the holder, the length of a lease, and for each set how many may
 * be in it. Returns 0 and adds the holder to all, or the number of a set that is full.
 */
export const ENTER = `${NOW}
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[2 + i]) then return i end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2])
end
return 0
`;

/** KEYS: sets of holders. ARGV: the holder. */
export const LEAVE = `
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end
return 0
`;

/** KEYS: sets of holders. ARGV: the length of a lease, and for each set a holder, whose lease begins anew. */
export const RENEW = `${NOW}
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[1], ARGV[1 + i])
  redis.call('PEXPIRE', key, ARGV[1])
end
return 0
`;
