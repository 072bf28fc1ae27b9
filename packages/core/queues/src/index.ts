export { type OpenedQueues, openQueues, type QueueConnection } from './connection.ts';
export {
  defineQueue,
  type Owned,
  type OwnersOf,
  type PayloadOf,
  type QueueDefinition,
} from './define-queue.ts';
export { createFairShare, type FairShare } from './fair-share.ts';
export {
  findCacheFaults,
  findQueueFaults,
  findRedisFaults,
  requireLastingRedis,
} from './find-redis-faults.ts';
export { createJob, createProducer, type Producer, type QueuedJob } from './producer.ts';
export { openQueueMonitor, type QueueLevel, type QueueMonitor, secondsOfWork } from './queue-monitor.ts';
export {
  allQueues,
  cleanDocument,
  convertFile,
  defineWaitingQueue,
  deliverWebhook,
  discoverSource,
  embedDocument,
  encodeKeywords,
  everyDocument,
  fetchItem,
  fetchPage,
  maintainVectorStore,
  parseDocument,
  purgeDocuments,
  purgeNamespace,
  reembedNamespace,
  renewToken,
  syncConnection,
  updateVectorMetadata,
  watchConnection,
} from './queues.ts';
export type { Attempt, Handler } from './run-job.ts';
export { type RunningWorker, startWorker, type WorkerOptions } from './start-worker.ts';
