import { findOwnNamespace } from '@docfleet/api/find-own-namespace';
import { documentStatus } from '@docfleet/api/shared-fields';
import { DocumentStage } from '@docfleet/domain/database';
import {
  countDocuments,
  maxFailuresRead,
  maxWaitingRead,
  readFailureCauses,
  readWaiting,
} from '@docfleet/domain/document';
import { readMove } from '@docfleet/domain/namespace';
import { type Activity, readHourlyActivity } from '@docfleet/domain/usage';
import { adviceFor } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { activityFields } from '../../usage/routes/get.ts';
import { namespaceParams } from '../body.ts';
import { moveResponse, presentMove } from '../present-namespace.ts';

const hourMs = 3_600_000;
const maxHours = 744;

const count = z.int();
const overviewResponse = z.object({
  documents: z.array(z.object({ status: documentStatus, count })),
  waiting: z
    .array(z.object({ stage: z.enum(DocumentStage), status: documentStatus, count }))
    .describe(
      `Which stage unfinished documents wait for or are in; of the newest ${maxWaitingRead} of each status`,
    ),
  errors: z
    .array(
      z.object({
        code: z.string(),
        count,
        advice: z.string().nullable().describe('What can be done about it, where that is known'),
        documentId: z.string().describe('The newest of them'),
      }),
    )
    .describe(`Why documents failed, the commonest cause first; of the newest ${maxFailuresRead}`),
  throughput: z
    .array(z.object({ hour: z.iso.datetime().describe('When it began'), ...activityFields }))
    .max(maxHours)
    .describe('Every hour, the oldest first; the last is under way'),
  move: moveResponse,
});

const idle: Activity = { succeeded: 0, failed: 0, chunks: 0, tokens: 0 };

/** Returns the requested number of hours, also those without activity; the current hour is the last. */
function everyHour(active: readonly (Activity & { readonly hour: Date })[], since: Date, hours: number) {
  const byHour = new Map(active.map(({ hour, ...activity }) => [hour.getTime(), activity]));
  return Array.from({ length: hours }, (_, index) => {
    const hour = since.getTime() + index * hourMs;
    return { hour: new Date(hour).toISOString(), ...(byHour.get(hour) ?? idle) };
  });
}

export const getNamespaceOverviewRoute = route({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}/overview',
  summary: 'See how a namespace is doing: what waits, what failed, what was done',
  description:
    'Counts documents by status and by the stage that they wait for, groups failures by cause with advice, and counts what each of the last hours brought. Counts of a large backlog cover its newest documents.',
  tags: ['Namespaces'],
  scope: 'read',
  params: namespaceParams,
  query: z.strictObject({
    hours: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxHours)
      .default(24)
      .describe('How many hours `throughput` looks back'),
  }),
  status: 200,
  isExpensive: true,
  response: overviewResponse,
  errors: ['NAMESPACE_NOT_FOUND'],
  invalid: { default: 'INVALID_REQUEST' },
  failed: 'INTERNAL_ERROR',

  async handle({ params, query: { hours }, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    const scope = { namespaceId: namespace.id, tenantId };
    const since = new Date((Math.floor(Date.now() / hourMs) - hours + 1) * hourMs);
    const [counts, waiting, causes, active, changing] = await context.lists.read((database) =>
      Promise.all([
        countDocuments(database, scope),
        readWaiting(database, scope),
        readFailureCauses(database, scope),
        readHourlyActivity(database, { ...scope, since }),
        readMove(database, scope),
      ]),
    );
    // The database groups by the very enumeration of the reply.
    const documents = counts.by('status').map(({ value, totalCount }) => ({
      status: value as z.input<typeof documentStatus>,
      count: totalCount,
    }));
    const errors = causes.map((cause) => ({ ...cause, advice: adviceFor(cause.code) ?? null }));
    const throughput = everyHour(active, since, hours);
    const move = presentMove(namespace, changing);
    return { message: 'How the namespace is doing', data: { documents, waiting, errors, throughput, move } };
  },
});
