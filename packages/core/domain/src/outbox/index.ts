export { createDispatcher, type Dispatcher } from './dispatcher.ts';
export type { OutboxJob } from './outbox.ts';
export { relayOutbox } from './relay.ts';
