import { defineExtension, defineJob } from '@docfleet/api/extension';
import { estimateFileHandler } from './estimate-file.ts';
import { estimateSourceHandler } from './estimate-source.ts';
import { estimateFile, estimateSource } from './make-estimate.ts';
import { estimateFileRoute, estimateRoute } from './routes.ts';

/** Documents, tokens, embeddings and cost of an ingestion, by the code that ingests. */
export const estimates = defineExtension({
  name: 'estimates',
  routes: [estimateRoute, estimateFileRoute],
  jobs: {
    parser: [defineJob(estimateFile, { handler: estimateFileHandler })],
    scraper: [defineJob(estimateSource, { handler: estimateSourceHandler })],
  },
});
