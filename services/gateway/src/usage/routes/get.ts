import { readUsage } from '@docfleet/domain/usage';
import { z } from 'zod';
import { invalidField } from '../../http/issues.ts';
import { route } from '../../http/route.ts';
import { moment } from '../../http/shared-fields.ts';

/** Results of ingestion within a period. */
export const activityFields = {
  succeeded: z.int().describe('Documents that ended with success, also unchanged ones'),
  failed: z.int().describe('Documents that ended without'),
  chunks: z
    .int()
    .describe('Of contents that searches see since; those whose vectors were there already count too'),
  tokens: z.int().describe('Of the same contents'),
};

const dayMs = 86_400_000;
const usualDays = 30;
const maxDays = 400;

export const getUsageRoute = route({
  method: 'get',
  path: '/v1/usage',
  summary: 'Read what was ingested, by day and namespace',
  description: `Days of UTC, of whole hours from \`from\` on and before \`to\`; the last ${usualDays} days by default. Kept for ${maxDays} days, also of deleted namespaces.`,
  tags: ['Usage'],
  scope: 'read',
  query: z.strictObject({
    from: moment.optional().describe('At this time or later'),
    to: moment.optional().describe('Before this time'),
  }),
  status: 200,
  isExpensive: true,
  response: z.object({
    usage: z.array(
      z.object({ day: z.iso.date(), namespaceId: z.string().describe('Its name'), ...activityFields }),
    ),
  }),
  errors: [],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ query, organizationId, tenantId }, context) {
    const to = query.to ?? new Date();
    const from = query.from ?? new Date(Math.max(0, to.getTime() - usualDays * dayMs));
    const days = (to.getTime() - from.getTime()) / dayMs;
    if (days < 0 || days > maxDays)
      throw invalidField('INVALID_REQUEST', 'from', `must lie before \`to\`, by ${maxDays} days at most`);
    const rows = await context.lists.read((database) =>
      readUsage(database, { organizationId, tenantId, from, to }),
    );
    const usage = rows.map(({ day, namespaceName, ...activity }) => ({
      day: day.toISOString().slice(0, 10),
      namespaceId: namespaceName,
      ...activity,
    }));
    return { message: 'The usage', data: { usage } };
  },
});
