export { eventually } from './eventually.ts';
export {
  type StubHandler,
  type StubReply,
  type StubRequest,
  type StubServer,
  startStubServer,
} from './stub-server.ts';
export {
  type PineconeEmulator,
  type PineconeEmulatorOptions,
  startPineconeEmulator,
} from './vendors/pinecone.ts';
