export { createDispatcher, type Dispatcher } from './dispatcher.ts';
export { createOutboxJob, type OutboxJob, writeOutbox } from './outbox.ts';
export { relayOutbox } from './relay.ts';
