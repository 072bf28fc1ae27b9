export type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server.ts';
export { startPostgres } from './postgres/start-postgres.ts';
export { lookUpProcess } from './process-table.ts';
export { findRedisProgram, type RedisProgram } from './redis/program.ts';
export { startRedis } from './redis/start-redis.ts';
export { supervise } from './supervise.ts';
