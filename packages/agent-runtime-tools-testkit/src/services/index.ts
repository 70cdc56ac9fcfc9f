export { hasPostgres, startPostgres, type PostgresServer } from './start-postgres.ts';
