import type { Webhook } from '@docfleet/sdk';
import { wordsOf } from '../../parts/badge.tsx';
import type { CheckOption } from '../../parts/checks.tsx';

/** Everything that a webhook is sent. */
export type SentEvent = Webhook['events'][number];

/** What a webhook can choose. */
export type ChosenEvent = Exclude<SentEvent, 'WEBHOOK_TEST'>;

/** When each is sent. One that is missing does not compile. */
const meanings: Readonly<Record<ChosenEvent, string>> = {
  DOCUMENTS_QUEUED_FOR_INGESTION: 'accepted, or asked for again',
  DOCUMENTS_QUEUED_FOR_UPDATE: 'new content was given',
  DOCUMENTS_QUEUED_FOR_RESYNC: 'will be read again',
  DOCUMENTS_QUEUED_FOR_DELETION: 'will be deleted',
  DOCUMENTS_PROCESSING: 'a worker has begun',
  DOCUMENTS_ERROR: 'failed for good',
  DOCUMENTS_READY: 'searches find them',
  DOCUMENTS_DELETED: 'nothing is left of them',
  DOCUMENTS_METADATA_UPDATE_QUEUED: 'a change was asked for',
  DOCUMENTS_METADATA_UPDATE_PROCESSING: 'it is being written',
  DOCUMENTS_METADATA_UPDATE_COMPLETED: 'searches see it',
  DOCUMENTS_METADATA_UPDATE_ERROR: 'it failed for good',
  INGEST_JOB_RUN_QUEUED: 'waits to begin',
  INGEST_JOB_RUN_PRE_PROCESSING: 'its source is being read',
  INGEST_JOB_RUN_PROCESSING: 'its documents are being worked on',
  INGEST_JOB_RUN_NEEDS_CONFIRMATION: 'deletions have to be confirmed',
  INGEST_JOB_RUN_COMPLETED: 'each of its documents has ended',
};

/** The keys of that table are its type's. */
const chosenEvents = Object.keys(meanings) as ChosenEvent[];

/** All that can be sent, for filters. */
export const sentEvents: readonly SentEvent[] = [...chosenEvents, 'WEBHOOK_TEST'];

/** How many there are to choose from. */
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

/** What can be chosen, by what it is about. */
export const eventGroups = [prefixes[1], prefixes[0], prefixes[2]].map(({ label, prefix }) => ({
  label,
  options: optionsWith(prefix),
}));
