import { connectorAccess, openConnector } from '@docfleet/connectors';
import { activateConnection, type Connection } from '@docfleet/domain/connection';
import type { ConnectorType } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { invalidField, invalidInput, readWith } from '../http/issues.ts';
import { observeVendor } from './observe-vendor.ts';

const schemas = Object.values(connectorAccess).map(({ schema }) => schema);

/** What is entered in place of a consent: for `settings` in the body of a connection. */
export const connectionSettings = z
  .union(schemas)
  .describe('Of connectors without a consent: where the content lies, and the keys to read it')
  .meta({
    examples: [
      {
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        region: 'eu-central-1',
        bucket: 'company-documents',
        prefix: 'handbook/',
        include: ['**/*.pdf'],
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: '****',
      },
    ],
  });

/** Settings as they are stored: the secret apart. */
export interface EnteredSettings {
  readonly secret: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Separates the secret of a connector's settings; throws INVALID_REQUEST for a connector that has none. */
function separate(connector: ConnectorType, given: unknown): EnteredSettings {
  const access = connectorAccess[connector];
  if (!access)
    throw invalidField('INVALID_REQUEST', 'settings', `are not for ${connector}: its users consent`);
  const read = readWith(access.schema, given);
  if ('issues' in read) {
    const issues = read.issues.map(({ path, message }) => ({ path: `settings.${path}`, message }));
    throw invalidInput(issues, { default: 'INVALID_REQUEST' });
  }
  const { [access.secret]: secret, ...settings } = read.data;
  return { secret: String(secret), settings };
}

const checkTimeoutMs = 15_000;
const refusals = ['CONNECTION_UNAUTHORIZED', 'PROVIDER_REJECTED', 'ADDRESS_FORBIDDEN'];
const isRefusal = ({ code }: AppError) => refusals.includes(code) || code.startsWith('ITEM_');

/**
 * Reads the settings of a connection and tries them at the vendor. Throws INVALID_REQUEST with the vendor's reason where they are
 * refused, and the retryable errors of a vendor that does not respond.
 */
export async function checkSettings(
  context: GatewayContext,
  connector: ConnectorType,
  given: unknown,
): Promise<EnteredSettings> {
  const entered = separate(connector, given);
  const opened = openConnector(connector, {
    fetch: context.providerSettings.egress.fetch,
    accessToken: async () => entered.secret,
    endpoints: context.connectorEndpoints?.[connector] ?? {},
    settings: entered.settings,
    markup: { toMarkdown: () => Promise.reject(new Error('Items are read by connector-sync alone')) },
  });
  const observe = observeVendor(context, connector);
  try {
    await observe('checkSettings', () => opened.whoAmI(AbortSignal.timeout(checkTimeoutMs)));
  } catch (cause) {
    const error = AppError.from(cause);
    if (!isRefusal(error)) throw error;
    const reason = error.details.reason ?? error.message;
    throw invalidField('INVALID_REQUEST', 'settings', `were refused: ${reason}`);
  }
  return entered;
}

/** Makes a connection active with its settings; undefined when it is gone meanwhile. */
export const activateWithSettings = (
  { database, vault }: Pick<GatewayContext, 'database' | 'vault'>,
  connectionId: string,
  { secret, settings }: EnteredSettings,
): Promise<Connection | undefined> =>
  activateConnection(database, vault, {
    connectionId,
    clientId: null,
    settings,
    tokens: {
      accessToken: secret,
      refreshToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
    },
  });
