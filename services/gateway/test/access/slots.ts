import type { JsonSchema } from '../../src/http/json-schema.ts';
import { type Operation, resolve } from '../operations.ts';

/** A place in a request that takes an id. */
export interface Slot {
  readonly part: 'path' | 'query' | 'body';
  /** Steps to it: one for a parameter, more within a body. */
  readonly steps: readonly string[];
  readonly isList: boolean;
  /** Name of the id in a `Place` of the test's world; `cursor` for the start of a page. */
  readonly kind: string;
}

/** Returns the kind of id that a parameter or field of a name holds. Undefined: a text of the caller's own, which finds nothing of ours. */
const kinds: Readonly<Record<string, string | undefined>> = {
  namespaceId: 'namespaceId',
  namespaceIds: 'namespaceId',
  vectorStoreId: 'namespaceId',
  knowledge_id: 'namespaceId',
  modelId: 'namespaceId',
  fileId: 'documentId',
  documentId: 'documentId',
  documentIds: 'documentId',
  documentExternalIds: 'externalId',
  documentConnectionIds: 'connectionId',
  documentIngestJobRunIds: 'ingestJobRunId',
  connectionId: 'connectionId',
  connectionIds: 'connectionId',
  ingestJobRunId: 'ingestJobRunId',
  ingestJobRunIds: 'ingestJobRunId',
  apiKeyId: 'apiKeyId',
  targetId: 'apiKeyId',
  webhookId: 'webhookId',
  deliveryId: 'deliveryId',
  goldenSetId: 'goldenSetId',
  questionId: 'questionId',
  evaluationId: 'evaluationId',
  baselineId: 'evaluationId',
  token: 'token',
  cursor: 'cursor',
  externalId: undefined,
  externalIds: undefined,
  clientId: undefined,
  accessKeyId: undefined,
  // A vendor's own: an organization at Microsoft, a site at Atlassian, a user or enterprise at Box, an app of GitHub and its installation.
  tenantId: undefined,
  siteId: undefined,
  userId: undefined,
  enterpriseId: undefined,
  appId: undefined,
  installationId: undefined,
  // A secret that is entered.
  refreshToken: undefined,
};

/** Names that mean something else in a query than in a path: the acting key, not the target. */
const kindsInQuery: Readonly<Record<string, string>> = { apiKeyId: 'callerKeyId' };

/** Kinds whose owner is a tenant and not the organization alone. */
export const kindsOfTenants: readonly string[] = [
  'documentId',
  'externalId',
  'ingestJobRunId',
  'connectionId',
  'goldenSetId',
  'questionId',
  'evaluationId',
];

/** Whether a slot takes what any namespace of the organization has: one golden set is evaluated in several, and the evaluations are compared. */
export const takesAnyNamespace = ({ part, steps }: Slot): boolean =>
  part !== 'path' && ['goldenSetId', 'baselineId'].includes(steps.at(-1) ?? '');

const looksLikeId = (name: string) => /^(id|token|cursor)$|(Id|Ids|Token|Cursor)$/.test(name);

function slotOf(part: Slot['part'], steps: readonly string[], isList: boolean): Slot[] {
  const name = steps.at(-1) ?? '';
  if (!looksLikeId(name)) return [];
  if (!(name in kinds))
    throw new Error(
      `${steps.join('.')} looks like an id that no attack covers: declare it in test/access/slots.ts, and create one in test/world.ts`,
    );
  const kind = (part === 'query' ? kindsInQuery[name] : undefined) ?? kinds[name];
  return kind === undefined ? [] : [{ part, steps, isList, kind }];
}

/** The schema behind references and alternatives, as far as it has properties. */
const alternativesOf = (given: JsonSchema): JsonSchema[] => {
  const schema = resolve(given as { $ref: string } | JsonSchema) as JsonSchema;
  const options = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as JsonSchema[] | undefined;
  return options ? options.flatMap(alternativesOf) : [schema];
};

function slotsWithin(schema: JsonSchema, steps: readonly string[]): Slot[] {
  const found = alternativesOf(schema).flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, property]) => {
      const path = [...steps, name];
      const isList = alternativesOf(property).some(({ type }) => type === 'array');
      return [...slotOf('body', path, isList), ...slotsWithin(property, path)];
    }),
  );
  return [...new Map(found.map((slot) => [slot.steps.join('.'), slot])).values()];
}

/** All places of an operation that take an id; throws on one that this table does not know. */
export function slotsOf({ parameters, json, form }: Operation): Slot[] {
  const inParameters = parameters
    .filter((parameter) => parameter.in !== 'header')
    .flatMap((parameter) => {
      const isInPath = parameter.in === 'path';
      if (isInPath && !looksLikeId(parameter.name) && !(parameter.name in kinds))
        throw new Error(`{${parameter.name}} in a path is unknown: add it to test/access/slots.ts`);
      return slotOf(isInPath ? 'path' : 'query', [parameter.name], false);
    });
  const body = json ?? form;
  return [...inParameters, ...(body ? slotsWithin(body, []) : [])];
}
