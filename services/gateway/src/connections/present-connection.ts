import { connectorType, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { vendorOf } from '@docfleet/connectors';
import type { Connection } from '@docfleet/domain/connection';
import { ConnectionStatus } from '@docfleet/domain/database';
import { z } from 'zod';
import { selectedItems } from '../selection/selection-page.ts';

const hidden = '****';
const epochMs = z.number().nullable();

const credentials = z
  .object({
    accessToken: z.string().meta({ examples: [hidden] }),
    refreshToken: z
      .string()
      .nullable()
      .meta({ examples: [hidden] }),
    accessTokenExpiresAt: epochMs.describe('Milliseconds since 1970; null: it does not expire'),
    refreshTokenExpiresAt: epochMs.describe('Milliseconds since 1970; null: it does not expire'),
  })
  .nullable()
  .describe('Null until the connection is authorized and after it is revoked; the tokens are never shown');

export const connectionResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    connector: connectorType,
    status: z.enum(ConnectionStatus),
    statusReason: z
      .string()
      .nullable()
      .describe('Reason for FAILED, and the remedy')
      .meta({ examples: ['The consent was denied at Notion'] }),
    config: z.object({ authType: z.enum(['OAUTH2', 'SETTINGS']), credentials }),
    settings: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Settings in place of a consent, without their secret; null where users consent')
      .meta({ examples: [{ bucket: 'company-documents', prefix: 'handbook/' }] }),
    externalId: z.string().nullable(),
    clientRedirectUrl: z
      .string()
      .nullable()
      .meta({ examples: ['https://app.example.com/connected'] }),
    selection: z
      .array(z.string())
      .nullable()
      .describe("The vendor's ids of what the user chose; null: everything that the account shows"),
    site: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('Of Confluence: the site that is read; null until it is chosen or found'),
    tenantId: z.string().nullable(),
    namespace: z.object({ identifier: z.string() }),
    organization: z.object({ id: z.string() }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Connection' });

const storedSettings = z.record(z.string(), z.unknown()).nullable();

function presentCredentials(connection: Connection): z.input<typeof credentials> {
  if (connection.tokensIssuedAt === null) return null;
  return {
    accessToken: hidden,
    refreshToken:
      connection.settings !== null || !vendorOf(connection.connector).needsRefreshToken ? null : hidden,
    accessTokenExpiresAt: connection.accessTokenExpiresAt?.getTime() ?? null,
    refreshTokenExpiresAt: connection.refreshTokenExpiresAt?.getTime() ?? null,
  };
}

/** Returns a connection in the shape of `connectionResponse`; `namespaceName` is the name that the interface uses as the namespace's identifier. */
export function presentConnection(
  connection: Connection,
  namespaceName: string,
): z.input<typeof connectionResponse> {
  const { id, name, connector, status, statusReason, externalId, clientRedirectUrl, tenantId } = connection;
  const settings = storedSettings.parse(connection.settings);
  return {
    id,
    name,
    connector,
    status,
    statusReason,
    config: {
      authType: settings === null ? 'OAUTH2' : 'SETTINGS',
      credentials: presentCredentials(connection),
    },
    settings,
    externalId,
    clientRedirectUrl,
    selection: selectedItems(connection)?.map((item) => item.id) ?? null,
    site: connection.siteId === null ? null : { id: connection.siteId, name: connection.siteName },
    tenantId,
    namespace: { identifier: namespaceName },
    organization: { id: connection.organizationId },
    createdAt: toTimestamp(connection.createdAt),
    updatedAt: toTimestamp(connection.updatedAt),
  };
}
