export type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server.ts';
export { startPostgres } from './postgres/start-postgres.ts';
export { startRedis } from './redis/start-redis.ts';
