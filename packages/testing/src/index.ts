export { eventually } from './eventually.ts';
export { type TestServers, testServers } from './servers/servers.ts';
export {
  type StubHandler,
  type StubReply,
  type StubRequest,
  type StubServer,
  startStubServer,
} from './stub-server.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { createTestRedis, type TestRedis } from './test-redis.ts';
