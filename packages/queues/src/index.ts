export { cleanDocument } from './clean-document.ts';
export type { QueueConnection } from './connection.ts';
export { defineQueue, type PayloadOf, type QueueDefinition } from './define-queue.ts';
export { embedDocument } from './embed-document.ts';
export { maintainVectorStore } from './maintain-vector-store.ts';
export { parseDocument } from './parse-document.ts';
export { createJob, createProducer, type Producer, type QueuedJob } from './producer.ts';
export { purgeNamespace } from './purge-namespace.ts';
export { type Handler, type RunningWorker, startWorker, type WorkerOptions } from './start-worker.ts';
