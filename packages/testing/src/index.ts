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
export { startCohereEmulator } from './vendors/cohere.ts';
export type {
  EmbeddingCall,
  EmbeddingEmulator,
  EmbeddingEmulatorOptions,
} from './vendors/embedding-emulator.ts';
export { startJinaEmulator } from './vendors/jina.ts';
export type { Latency } from './vendors/lanes.ts';
export { type OpenAiEmulatorOptions, openAiQuotaExceeded, startOpenAiEmulator } from './vendors/openai.ts';
export {
  type PineconeEmulator,
  type PineconeEmulatorOptions,
  startPineconeEmulator,
} from './vendors/pinecone.ts';
export type { VendorFault } from './vendors/vendor-fault.ts';
