export { rateLimit, type RateLimiter } from './rate-limit.ts';
export { MemoryStore, type MemoryStoreOptions } from './stores/memory-store.ts';
export { redisStore, type RedisStoreOptions } from './stores/redis/redis-store.ts';
export { rateLimitErrors } from './errors.ts';

export type { CallRate, LimitScope, RateLimit, RateLimitOptions } from './rate-limit-options.ts';
export type { BucketUse, PlaceUse, RateLimitStore, Shortage } from './stores/rate-limit-store.ts';
export type { RedisClient } from './stores/redis/redis-connection.ts';
