export { eventually } from './eventually.ts';
export type { S3Fault } from './s3-server/fault.ts';
export {
  type S3Request,
  type S3Server,
  type S3ServerOptions,
  startS3Server,
} from './s3-server/start-s3-server.ts';
export {
  type StubHandler,
  type StubReply,
  type StubRequest,
  type StubServer,
  startStubServer,
} from './stub-server.ts';
