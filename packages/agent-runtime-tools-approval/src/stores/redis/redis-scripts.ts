/**
 * The scripts that Redis runs as one step each. KEYS are the same for all, see `keysOf`. Each entry has a body, which is only
 * passed on, and a small JSON object of what the scripts need to know of it; numbers in it are texts, so that they keep their digits.
 */
const COMMON = `
-- A version is random: one that is counted would come again when Redis has lost its data.
local remembered, remembered_facts, version = KEYS[1], KEYS[2], KEYS[3]
local pending, pending_facts = KEYS[4], KEYS[5]
local settled, settled_times = KEYS[6], KEYS[7]

local function facts_of(key)
  local found, list = {}, redis.call('HGETALL', key)
  for i = 1, #list, 2 do found[list[i]] = cjson.decode(list[i + 1]) end
  return found
end

local function remove(body_key, facts_key, id)
  redis.call('HDEL', body_key, id)
  redis.call('HDEL', facts_key, id)
end

local function remove_expired(body_key, facts_key, now, except)
  local removed = 0
  for id, facts in pairs(facts_of(facts_key)) do
    if id ~= except and facts.expires ~= '' and tonumber(facts.expires) <= now then
      remove(body_key, facts_key, id)
      removed = removed + 1
    end
  end
  return removed
end

local function remove_old_settled(now, max_age, max_count)
  local old = redis.call('ZRANGEBYSCORE', settled_times, '-inf', now - max_age)
  local surplus = redis.call('ZCARD', settled_times) - max_count
  if surplus > 0 then
    for _, id in ipairs(redis.call('ZRANGE', settled_times, 0, surplus - 1)) do old[#old + 1] = id end
  end
  for _, id in ipairs(old) do
    redis.call('HDEL', settled, id)
    redis.call('ZREM', settled_times, id)
  end
end
`;

/** ARGV: id, body, principal, created, expires, most of a principal, most of all, now, new version. Returns 0 if the store is full. */
export const ADD = `${COMMON}
local id, principal = ARGV[1], ARGV[3]
local function count()
  local own, all, last = {}, 0, 0
  for other, facts in pairs(facts_of(remembered_facts)) do
    last = math.max(last, tonumber(facts.number))
    if other ~= id then
      all = all + 1
      if facts.principal == principal then own[#own + 1] = { id = other, facts = facts } end
    end
  end
  return own, all, last
end
local own, all, last = count()
table.sort(own, function(a, b)
  local first, second = tonumber(a.facts.created), tonumber(b.facts.created)
  if first ~= second then return first < second end
  return tonumber(a.facts.number) < tonumber(b.facts.number)
end)
for i = 1, #own + 1 - tonumber(ARGV[6]) do
  remove(remembered, remembered_facts, own[i].id)
  all = all - 1
end
redis.call('SET', version, ARGV[9])
if all + 1 > tonumber(ARGV[7]) then
  all = all - remove_expired(remembered, remembered_facts, tonumber(ARGV[8]), id)
  if all + 1 > tonumber(ARGV[7]) then return 0 end
end
local known = redis.call('HGET', remembered_facts, id)
local number = known and cjson.decode(known).number or tostring(last + 1)
redis.call('HSET', remembered, id, ARGV[2])
redis.call('HSET', remembered_facts, id, cjson.encode({
  principal = principal, created = ARGV[4], expires = ARGV[5], number = number }))
return 1
`;

/** ARGV: the known version. Returns the version, and for another version all entries: id, body, created, number. */
export const LIST = `${COMMON}
local current = redis.call('GET', version) or ''
if current == ARGV[1] then return { current } end
local result = { current }
local bodies, facts = redis.call('HGETALL', remembered), facts_of(remembered_facts)
for i = 1, #bodies, 2 do
  local known = facts[bodies[i]] or {}
  for _, each in ipairs({ bodies[i], bodies[i + 1], known.created or '0', known.number or '0' }) do
    result[#result + 1] = each
  end
end
return result
`;

/** ARGV: id, new version. Returns the number of removed entries. */
export const REVOKE = `${COMMON}
redis.call('SET', version, ARGV[2])
redis.call('HDEL', remembered_facts, ARGV[1])
return redis.call('HDEL', remembered, ARGV[1])
`;

/**
 * ARGV: id, body, facts as JSON, principal, bytes, now, most requests, most bytes, and both for a principal. Returns 0 if the
 * store is full.
 */
export const PUT = `${COMMON}
local id, principal = ARGV[1], ARGV[4]
local known = redis.call('HGET', pending_facts, id)
if known and cjson.decode(known).is_answered == '1' then return 1 end
local function is_full()
  local all, bytes, own, own_bytes = 1, tonumber(ARGV[5]), 1, tonumber(ARGV[5])
  for other, facts in pairs(facts_of(pending_facts)) do
    if other ~= id then
      all, bytes = all + 1, bytes + tonumber(facts.bytes)
      if facts.principal == principal then own, own_bytes = own + 1, own_bytes + tonumber(facts.bytes) end
    end
  end
  return all > tonumber(ARGV[7]) or bytes > tonumber(ARGV[8]) or own > tonumber(ARGV[9])
    or own_bytes > tonumber(ARGV[10])
end
if is_full() then
  remove_expired(pending, pending_facts, tonumber(ARGV[6]), id)
  if is_full() then return 0 end
end
redis.call('HSET', pending, id, ARGV[2])
redis.call('HSET', pending_facts, id, ARGV[3])
return 1
`;

/** ARGV: id. Returns body, end of the lease, revision; nothing if there is no such request. */
export const READ = `${COMMON}
local body, known = redis.call('HGET', pending, ARGV[1]), redis.call('HGET', pending_facts, ARGV[1])
if not body or not known then return {} end
local facts = cjson.decode(known)
return { body, facts.lease_until, facts.revision }
`;

/**
 * ARGV: id, the revision that was read, body, facts as JSON, channel. Returns 0 if the request has changed since. An answer is
 * announced to the gate that waits for it.
 */
export const CHANGE = `${COMMON}
local id, known = ARGV[1], redis.call('HGET', pending_facts, ARGV[1])
if not known then return 0 end
local before, after = cjson.decode(known), cjson.decode(ARGV[4])
if before.revision ~= ARGV[2] then return 0 end
if before.holder == after.holder then after.lease_until = before.lease_until end
redis.call('HSET', pending, id, ARGV[3])
redis.call('HSET', pending_facts, id, cjson.encode(after))
if after.is_answered == '1' and after.holder ~= '' then redis.call('PUBLISH', ARGV[5] .. after.holder, id) end
return 1
`;

/**
 * ARGV: id, the gate that takes it, what to remember of it if it has no answer, now, age and number of what is remembered. Returns
 * body, end of the lease; nothing if there is no such request.
 */
export const TAKE = `${COMMON}
local id = ARGV[1]
local body, known = redis.call('HGET', pending, id), redis.call('HGET', pending_facts, id)
remove(pending, pending_facts, id)
if not body or not known then return {} end
local facts = cjson.decode(known)
local settlement = facts.is_answered == '1' and facts.settlement or ARGV[3]
if ARGV[2] ~= '' and settlement ~= '' then
  redis.call('HSET', settled, id, cjson.encode({ takenBy = ARGV[2], principal = facts.principal, settlement = settlement }))
  redis.call('ZADD', settled_times, ARGV[4], id)
  remove_old_settled(tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]))
end
return { body, facts.lease_until }
`;

/** ARGV: the gate, the end of its lease. */
export const RENEW = `${COMMON}
for id, facts in pairs(facts_of(pending_facts)) do
  if facts.holder == ARGV[1] then
    facts.lease_until = ARGV[2]
    redis.call('HSET', pending_facts, id, cjson.encode(facts))
  end
end
return 0
`;

/** Returns id, body, end of the lease for each request. */
export const PENDING = `${COMMON}
local result, bodies, facts = {}, redis.call('HGETALL', pending), facts_of(pending_facts)
for i = 1, #bodies, 2 do
  local known = facts[bodies[i]] or {}
  for _, each in ipairs({ bodies[i], bodies[i + 1], known.lease_until or '' }) do result[#result + 1] = each end
end
return result
`;

/** ARGV: the gate. Returns id, body if it is answered, end of the lease for each of its requests. */
export const HELD = `${COMMON}
local result = {}
for id, facts in pairs(facts_of(pending_facts)) do
  if facts.holder == ARGV[1] then
    local body = facts.is_answered == '1' and redis.call('HGET', pending, id) or ''
    for _, each in ipairs({ id, body, facts.lease_until }) do result[#result + 1] = each end
  end
end
return result
`;

/** ARGV: id. Returns what is remembered of an answered request. */
export const SETTLED = `${COMMON}
return redis.call('HGET', settled, ARGV[1]) or ''
`;

/** ARGV: now, age and number of what is remembered of answered requests, new version. Returns the number of removed entries. */
export const PURGE = `${COMMON}
redis.call('SET', version, ARGV[4])
remove_old_settled(tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]))
return remove_expired(remembered, remembered_facts, tonumber(ARGV[1]))
  + remove_expired(pending, pending_facts, tonumber(ARGV[1]))
`;
