import type { IngestJobRun } from '@docfleet/sdk';

type Frequency = IngestJobRun['syncFrequency'];

/** The schedules of a sync. A missing one does not compile. */
const labels: Readonly<Record<Frequency, string>> = {
  NEVER: 'Manually',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
};

/** The same for a choice. The keys of that table are its type's. */
export const frequencies = (Object.keys(labels) as Frequency[]).map((value) => ({
  value,
  label: labels[value],
}));
