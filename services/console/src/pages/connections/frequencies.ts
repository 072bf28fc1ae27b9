import type { IngestJobRun } from '@docfleet/sdk';

type Frequency = IngestJobRun['syncFrequency'];

/** How often it is read again by itself. One that is missing does not compile. */
const labels: Readonly<Record<Frequency, string>> = {
  NEVER: 'Only when asked',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
};

/** The same for a choice. The keys of that table are its type's. */
export const frequencies = (Object.keys(labels) as Frequency[]).map((value) => ({
  value,
  label: labels[value],
}));
