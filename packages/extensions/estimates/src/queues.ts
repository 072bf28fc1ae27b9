import { defineWaitingQueue } from '@docfleet/queues';

export const estimateFile = defineWaitingQueue(
  'estimate-file',
  'Estimates what a file or a text would come to, for a caller who waits',
);

export const estimateSource = defineWaitingQueue(
  'estimate-source',
  'Estimates what a source on the web would come to, for a caller who waits',
);
