export { hasPostgres, startPostgres, type PostgresServer } from './start-postgres.ts';
export { hasRedis, startRedis, type RedisServer } from './start-redis.ts';
