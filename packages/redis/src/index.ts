export { connectRedis, type RedisClient, type RedisConnectionOptions } from './connect-redis.ts';
