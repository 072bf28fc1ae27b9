export {
  createDispatcher,
  createOutboxJob,
  type Dispatcher,
  type OutboxJob,
  relayOutbox,
  writeOutbox,
} from './outbox.ts';
