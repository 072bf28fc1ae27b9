export { startPostgres } from './postgres/start-postgres.ts';
export { findRedisProgram, type RedisProgram } from './redis/program.ts';
export { startRedis } from './redis/start-redis.ts';
export { lookUpProcess } from './server-process.ts';
export { type EmbeddedServer, type EmbeddedServerOptions, supervise } from './supervise.ts';
