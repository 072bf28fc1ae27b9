import { invalidWebSource } from '@docfleet/api/web-source';
import type { z } from 'zod';
import { route } from '../http/route.ts';
import { acceptWebSource } from './accept-web-source.ts';
import { ingestAccepted } from './ingest-accepted.ts';
import type { sourceBody, syncFrequency } from './source-body.ts';

type WebSourceBody = ReturnType<
  typeof sourceBody<
    'SITEMAP' | 'WEBSITE' | 'YOUTUBE',
    z.ZodType<Record<string, unknown>>,
    typeof syncFrequency
  >
>;

interface WebSourceRoute<Body extends WebSourceBody> {
  readonly path: `/v1/ingest/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly body: Body;
  /** Whether the namespace's scraper reads its pages. */
  readonly needsScraper: boolean;
  /** Message of the response. */
  readonly message: string;
}

/** Creates the route of a source whose documents a worker discovers. */
export const webSourceRoute = <Body extends WebSourceBody>({
  needsScraper,
  message,
  ...about
}: WebSourceRoute<Body>) =>
  route({
    ...about,
    method: 'post',
    tags: ['Ingestion'],
    scope: 'ingest',
    bodyLimit: ({ jsonBytes }) => 4 * jsonBytes,
    status: 202,
    response: ingestAccepted,
    errors: [
      'NAMESPACE_NOT_FOUND',
      'ORGANIZATION_LIMIT_REACHED',
      ...(needsScraper ? (['WEB_SCRAPER_CONFIG_NOT_SET'] as const) : []),
    ],
    invalid: invalidWebSource,
    failed: 'INGESTION_FAILED',

    async handle({ body: { ingestConfig, ...body }, organizationId, tenantId }, context) {
      const asked = { ...body, ...ingestConfig, organizationId, tenantId, needsScraper };
      const { ingestJobRunId, jobs } = await acceptWebSource(context, asked);
      context.dispatcher.dispatch(jobs);
      return { message, data: { ingestJobRunId, documents: [] } };
    },
  });
