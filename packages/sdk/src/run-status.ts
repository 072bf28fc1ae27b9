import type { IngestJobRunDocuments } from './generated/api.ts';

const ended: ReadonlySet<string> = new Set(['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED']);

/** Whether all documents of a run have ended, however they did. One that needs a confirmation has not. */
export const hasRunEnded = ({ status }: Pick<IngestJobRunDocuments, 'status'>): boolean => ended.has(status);
