import { findOwnNamespace } from '@docfleet/api/find-own';
import { documentStatus } from '@docfleet/api/shared-fields';
import { DocumentStage } from '@docfleet/domain/database';
import {
  countDocuments,
  maxFailuresRead,
  maxWaitingRead,
  readFailureCauses,
  readWaiting,
} from '@docfleet/domain/document';
import { listNamespaces, readMove } from '@docfleet/domain/namespace';
import { type Activity, readHourlyActivity } from '@docfleet/domain/usage';
import { adviceFor } from '@docfleet/errors';
import { z } from 'zod';
import { route } from '../../http/route.ts';
import { activityFields } from '../../usage/routes/get.ts';
import { namespaceParams, oneNamespace } from '../body.ts';
import { moveResponse, namespaceResponse, presentMove, presentNamespace } from '../present-namespace.ts';
import { configForm, configForms, connectionForm, connectionForms } from '../provider-forms.ts';

export const getNamespaceRoute = route({
  method: 'get',
  path: '/v1/namespaces/{namespaceId}',
  summary: 'Get a namespace',
  description:
    'Configurations of the namespace, without secrets, and the progress of a change of its model or vector store. The path names the namespace by its identifier, which is its name.',
  tags: ['Namespaces'],
  scope: 'read',
  params: namespaceParams,
  response: oneNamespace.extend({ move: moveResponse }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handle({ params, organizationId, tenantId }, context) {
    const namespace = await findOwnNamespace(context, organizationId, params.namespaceId);
    const scope = { namespaceId: namespace.id, tenantId };
    const move = presentMove(namespace, await readMove(context.database, scope));
    return { message: 'The namespace', data: { namespace: presentNamespace(namespace), move } };
  },
});

export const listNamespacesRoute = route({
  method: 'get',
  path: '/v1/namespaces',
  summary: 'List the namespaces',
  description: 'All of the organization, by name, with their configurations but without secrets.',
  tags: ['Namespaces'],
  scope: 'read',
  response: z.object({ namespaces: z.array(namespaceResponse) }),
  errors: [],

  async handle({ organizationId }, { database }) {
    const namespaces = await listNamespaces(database, organizationId);
    return { message: 'The namespaces', data: { namespaces: namespaces.map(presentNamespace) } };
  },
});

const hourMs = 3_600_000;
const maxHours = 744;

const count = z.int();
const overviewResponse = z.object({
  documents: z.array(z.object({ status: documentStatus, count })),
  waiting: z
    .array(z.object({ stage: z.enum(DocumentStage), status: documentStatus, count }))
    .describe(`Stages of unfinished documents; of the newest ${maxWaitingRead} of each status`),
  errors: z
    .array(
      z.object({
        code: z.string(),
        count,
        advice: z.string().nullable().describe('Remedy, where one is known'),
        documentId: z.string().describe('The newest of them'),
      }),
    )
    .describe(`Causes of failures, the most frequent first; of the newest ${maxFailuresRead}`),
  throughput: z
    .array(z.object({ hour: z.iso.datetime().describe('Start of the hour'), ...activityFields }))
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
      .describe('Number of hours of `throughput`'),
  }),
  isExpensive: true,
  response: overviewResponse,
  errors: ['NAMESPACE_NOT_FOUND'],

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

export const listProvidersRoute = route({
  method: 'get',
  path: '/v1/providers',
  summary: 'List the providers that namespaces can use, with the fields of their configurations',
  description:
    'Facts for forms of configurations: the providers of models, stores and scrapers, the OAuth clients of connectors, and the settings of connections without a consent.',
  tags: ['Namespaces'],
  scope: 'read',
  response: z.object({
    configurations: z.array(configForm),
    connections: z.array(connectionForm),
    defaultChatModel: z
      .object({
        provider: z.string().meta({ examples: ['OPENAI'] }),
        model: z.string().meta({ examples: ['llama3.2'] }),
      })
      .nullable()
      .describe('Chat model of namespaces without a chatModelConfig'),
  }),
  errors: [],

  async handle(_input, { providerSettings: { defaultChatModel: model } }) {
    const defaultChatModel = model ? { provider: model.provider, model: model.model } : null;
    const data = { configurations: [...configForms], connections: [...connectionForms], defaultChatModel };
    return { message: 'The providers of namespaces', data };
  },
});
