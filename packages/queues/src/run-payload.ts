import { z } from 'zod';

/** Names a run whose source is to be read; the run's row says which. */
export const runPayload = z.strictObject({ ingestJobRunId: z.uuid() });

export const runKey = ({ ingestJobRunId }: z.output<typeof runPayload>) => ingestJobRunId;
