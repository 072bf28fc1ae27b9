export { eventually } from './eventually.ts';
export {
  type StubHandler,
  type StubReply,
  type StubRequest,
  type StubServer,
  startStubServer,
} from './stub-server.ts';
export { startCohereEmulator } from './vendors/cohere.ts';
export type {
  EmbeddingCall,
  EmbeddingEmulator,
  EmbeddingEmulatorOptions,
} from './vendors/embedding-emulator.ts';
export { startJinaEmulator } from './vendors/jina.ts';
export type { Latency } from './vendors/lanes.ts';
export { type OpenAiEmulatorOptions, openAiQuotaExceeded, startOpenAiEmulator } from './vendors/openai.ts';
export type { VendorFault } from './vendors/vendor-fault.ts';
