import { findOwnNamespace } from '@docfleet/api/find-own';
import { metadata } from '@docfleet/api/metadata-filter';
import { htmlContent, ocrConfig } from '@docfleet/api/shared-fields';
import {
  type ConnectorSetup,
  connectorLabelOf,
  connectorNames,
  connectorSetupOf,
  segmentOf,
} from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import { acceptConnectionSource } from '@docfleet/domain/ingest';
import { chunkSizesOf } from '@docfleet/domain/namespace';
import { invalidField } from '@docfleet/errors/issues';
import { z } from 'zod';
import { findOwnConnection } from '../../connections/enter-settings.ts';
import { type Route, route } from '../../http/route.ts';
import { connectionSyncFrequency, ingestAccepted, sourceBody } from '../source-body.ts';

const maxIds = 10_000;
const maxIdLength = 512;

const externalIdsOf = ({ of: ids, forms }: ConnectorSetup['ids']) =>
  z
    .array(z.string().min(1).max(maxIdLength))
    .min(1)
    .max(maxIds)
    .transform((given) => [...new Set(given)].toSorted())
    .describe(
      `Ids of ${ids}, as the vendor names them; what is below them is read too${forms === undefined ? '' : `. ${forms}`}`,
    );

function bodyOf(connector: string) {
  const { ids } = connectorSetupOf(connector);
  const { example, isRequired } = ids;
  const externalIds = isRequired
    ? externalIdsOf(ids)
    : externalIdsOf(ids)
        .nullish()
        .transform((given) => given ?? null);
  const config = { connectionId: '0199c0de-7e57-7000-8000-000000000001', externalIds: [example] };
  const part = z.strictObject({
    connectionId: z.string().describe('An ACTIVE connection of the namespace'),
    externalIds,
    metadata: metadata.optional(),
    ocrConfig,
    htmlContent,
  });
  return sourceBody(connector, part, connectionSyncFrequency).meta({
    examples: [{ namespaceId: 'quickstart', ingestConfig: { source: connector, config } }],
  });
}

const connectionField = 'ingestConfig.config.connectionId';

function requireActive({ connector, status }: Connection, wanted: string): void {
  if (connector !== wanted)
    throw invalidField('INVALID_INGEST_CONFIG', connectionField, `is one of ${connector}`);
  if (status !== 'ACTIVE')
    throw invalidField('INVALID_INGEST_CONFIG', connectionField, `is ${status}: authorize it first`);
}

function createRoute(connector: string): Route {
  const name = connectorLabelOf(connector);
  const article = name.startsWith('S3') ? 'an' : 'a';
  const { isRequired } = connectorSetupOf(connector).ids;
  return route({
    method: 'post',
    path: `/v1/ingest/${segmentOf(connector)}`,
    summary: `Ingest what ${article} ${name} connection shares`,
    description: `${isRequired ? 'Reads what `externalIds` name' : 'Without `externalIds` the selection of the connection is read, or everything that it shows'}. Items come into the run while they are listed. Asking again for the same part runs the same job again: what is new, changed or gone since is followed, and only that is read where the vendor covers changes.`,
    tags: ['Ingestion'],
    scope: 'ingest',
    body: bodyOf(connector),
    bodyLimit: ({ jsonBytes }) => 8 * jsonBytes,
    status: 202,
    response: ingestAccepted,
    errors: ['NAMESPACE_NOT_FOUND', 'CONNECTION_NOT_FOUND', 'ORGANIZATION_LIMIT_REACHED'],
    invalid: { default: 'INVALID_INGEST_CONFIG', 'ingestConfig.chunkConfig': 'INVALID_CHUNK_CONFIG' },
    failed: 'INGESTION_FAILED',

    async handle({ body, organizationId, tenantId }, context) {
      const { source, config, chunkConfig: chunks } = body.ingestConfig;
      const namespace = await findOwnNamespace(context, organizationId, body.namespaceId);
      const owner = { namespaceId: namespace.id, tenantId };
      const connection = await findOwnConnection(context, owner, config.connectionId);
      requireActive(connection, connector);
      const { id: connectionId, tenantId: tenantOfConnection } = connection;
      const accepted = await acceptConnectionSource(context.database, context.vault, {
        ...chunkSizesOf(namespace, chunks),
        organizationId,
        source,
        config,
        namespaceId: namespace.id,
        tenantId: tenantOfConnection,
        connectionId,
        syncFrequency: body.syncFrequency,
      });
      context.dispatcher.dispatch(accepted.jobs);
      const message = accepted.isUnderWay ? `${name} is being read already` : `${name} will be read`;
      return { message, data: { ingestJobRunId: accepted.ingestJobRunId, documents: [] } };
    },
  });
}

/** Ingestion routes, one for each connector. */
export const ingestConnectionRoutes: readonly Route[] = connectorNames.map(createRoute);
