import type { Webhook } from '@docfleet/sdk';
import { wordsOf } from '../../parts/badge.tsx';
import type { CheckOption } from '../../parts/checks.tsx';

/** Event that a webhook may be sent, the test event included. */
export type SentEvent = Webhook['events'][number];

/** Event that a webhook can subscribe to. */
export type ChosenEvent = Exclude<SentEvent, 'WEBHOOK_TEST'>;

/** Descriptions of the events. The type requires one for each. */
const meanings: Readonly<Record<ChosenEvent, string>> = {
  DOCUMENTS_QUEUED_FOR_INGESTION: 'accepted for ingestion',
  DOCUMENTS_QUEUED_FOR_UPDATE: 'new content was accepted',
  DOCUMENTS_QUEUED_FOR_RESYNC: 'will be ingested again',
  DOCUMENTS_QUEUED_FOR_DELETION: 'will be deleted',
  DOCUMENTS_PROCESSING: 'processing has started',
  DOCUMENTS_ERROR: 'ingestion failed',
  DOCUMENTS_READY: 'searchable',
  DOCUMENTS_DELETED: 'deleted completely',
  DOCUMENTS_METADATA_UPDATE_QUEUED: 'a change was accepted',
  DOCUMENTS_METADATA_UPDATE_PROCESSING: 'the change is being applied',
  DOCUMENTS_METADATA_UPDATE_COMPLETED: 'the change is applied',
  DOCUMENTS_METADATA_UPDATE_ERROR: 'the change failed',
  INGEST_JOB_RUN_QUEUED: 'waiting to start',
  INGEST_JOB_RUN_PRE_PROCESSING: 'its source is being read',
  INGEST_JOB_RUN_PROCESSING: 'its documents are being processed',
  INGEST_JOB_RUN_NEEDS_CONFIRMATION: 'deletions have to be confirmed',
  INGEST_JOB_RUN_COMPLETED: 'ended, with or without errors',
};

/** Events to subscribe to. The cast is safe: the type of `meanings` allows no other keys. */
const chosenEvents = Object.keys(meanings) as ChosenEvent[];

/** Events that a webhook may be sent, for filters. */
export const sentEvents: readonly SentEvent[] = [...chosenEvents, 'WEBHOOK_TEST'];

/** Number of events to subscribe to. */
export const eventCount = chosenEvents.length;

const prefixes = [
  { label: 'Metadata of documents', prefix: 'DOCUMENTS_METADATA_UPDATE_' },
  { label: 'Documents', prefix: 'DOCUMENTS_' },
  { label: 'Job runs', prefix: 'INGEST_JOB_RUN_' },
] as const;

const prefixOf = (event: ChosenEvent) => prefixes.find(({ prefix }) => event.startsWith(prefix))?.prefix;

const optionsWith = (prefix: string): CheckOption<ChosenEvent>[] =>
  chosenEvents
    .filter((event) => prefixOf(event) === prefix)
    .map((event) => ({
      value: event,
      label: wordsOf(event.slice(prefix.length)),
      hint: meanings[event],
    }));

/** Events to subscribe to, grouped by subject. */
export const eventGroups = [prefixes[1], prefixes[0], prefixes[2]].map(({ label, prefix }) => ({
  label,
  options: optionsWith(prefix),
}));
