import { namespaceId } from '@docfleet/api/find-own';
import { visible } from '@docfleet/api/shared-fields';
import {
  connectorNames,
  createTokenRequests,
  openConnector,
  signInMethodOf,
  signInMethodsOf,
} from '@docfleet/connectors';
import {
  activateConnection,
  type Connection,
  type ConnectionOwner,
  type ConnectionTokens,
  findConnection,
} from '@docfleet/domain/connection';
import type { Database } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';
import { invalidField, invalidInput, readWith } from '@docfleet/errors/issues';
import { tokensOf } from '@docfleet/pipeline/access-tokens';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { observeVendor } from './open-account.ts';
import { connectionResponse } from './present-connection.ts';

/** Returns the error for a connection that does not exist or belongs to another organization, which callers cannot distinguish. */
export const connectionNotFound = () =>
  new AppError('CONNECTION_NOT_FOUND', 'The namespace has no connection of this id');

/** Returns the caller's connection; throws CONNECTION_NOT_FOUND, also for one of another namespace or tenant. */
export async function findOwnConnection(
  { database }: { readonly database: Database },
  owner: ConnectionOwner,
  id: string,
): Promise<Connection> {
  const connection = await findConnection(database, owner, id);
  if (!connection) throw connectionNotFound();
  return connection;
}

const maxTextLength = 256;

export const connectionName = z
  .string()
  .min(1)
  .max(maxTextLength)
  .refine(...visible)
  .describe('A label of your choice');
export const connectionExternalId = z
  .string()
  .min(1)
  .max(maxTextLength)
  .describe('Your own id of the user who authorizes')
  .meta({ examples: ['user-42'] });
export const connectionParams = z.object({ connectionId: z.string() });
export const namespaceQuery = z.object({ namespaceId });
export const oneConnection = z.object({ connection: connectionResponse });
export const authorizationUrlResponse = z
  .string()
  .describe('Address at which the user authorizes: it works once, within half an hour')
  .meta({ examples: ['https://api.notion.com/v1/oauth/authorize?client_id=docfleet-app&state=…'] });

const schemas = connectorNames.flatMap((name) => signInMethodsOf(name).map(({ schema }) => schema));

/** JSON Schema of the settings of all connectors, for the documentation alone. Requests are validated by the schema of their connector. */
const { anyOf } = z.toJSONSchema(z.union(schemas), { io: 'input', unrepresentable: 'any' });

/** Field `settings` in the body of a connection: credentials that replace a consent. */
export const connectionSettings = z
  .unknown()
  .describe(
    'In place of a consent: what grants access, by the method that `method` names; the first one of the connector without it',
  )
  .meta({
    ...(anyOf && { anyOf }),
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

/** Settings as they are stored: the secret apart from the other fields, because it is sealed with the tokens. */
interface EnteredSettings {
  readonly tokens: ConnectionTokens;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Separates the secret of a connector's settings; throws INVALID_REQUEST for a method that the connector does not have. */
function separate(connector: string, given: unknown) {
  const method = signInMethodOf(connector, given);
  if (!method) {
    const methods = signInMethodsOf(connector).map((one) => one.method);
    throw invalidField('INVALID_REQUEST', 'settings.method', `must be one of ${methods.join(', ')}`);
  }
  const read = readWith(method.schema, given);
  if ('issues' in read) {
    const issues = read.issues.map(({ path, message }) => ({ path: `settings.${path}`, message }));
    throw invalidInput(issues, { default: 'INVALID_REQUEST' });
  }
  const { [method.secret]: secret, ...settings } = read.data;
  return { connector, secret: String(secret), settings };
}

/** Fields of an entered token, which has no expiry and no refresh token: it is valid until its owner revokes it. */
const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };

const checkTimeoutMs = 15_000;
const refusals = ['CONNECTION_UNAUTHORIZED', 'PROVIDER_REJECTED', 'ADDRESS_FORBIDDEN'];
const isRefusal = ({ code }: AppError) => refusals.includes(code) || code.startsWith('ITEM_');

/** Returns the tokens that entered settings stand for, once the vendor has accepted them. */
async function tryAtVendor(
  { providerSettings, connectorEndpoints }: GatewayContext,
  entered: ReturnType<typeof separate>,
): Promise<ConnectionTokens> {
  const { connector, secret, settings } = entered;
  const { fetch } = providerSettings.egress;
  const issued = await createTokenRequests(fetch, connectorEndpoints)(entered);
  const tokens = issued ? tokensOf(secret, issued) : { ...lasting, accessToken: secret };
  const opened = openConnector(connector, {
    fetch,
    accessToken: async () => tokens.accessToken,
    endpoints: connectorEndpoints[connector] ?? {},
    settings,
    markup: { toMarkdown: () => Promise.reject(new Error('Items are read by connector-sync alone')) },
  });
  await opened.whoAmI(AbortSignal.timeout(checkTimeoutMs));
  return tokens;
}

/**
 * Reads the settings of a connection and tries them at the vendor. Throws INVALID_REQUEST with the vendor's reason where they are
 * refused, and the retryable errors of a vendor that does not respond.
 */
export async function checkSettings(
  context: GatewayContext,
  connector: string,
  given: unknown,
): Promise<EnteredSettings> {
  const entered = separate(connector, given);
  try {
    const observe = observeVendor(context, connector);
    const tokens = await observe('checkSettings', () => tryAtVendor(context, entered));
    return { tokens, settings: entered.settings };
  } catch (cause) {
    const error = AppError.from(cause);
    if (!isRefusal(error)) throw error;
    const reason = error.details.reason ?? error.message;
    throw invalidField('INVALID_REQUEST', 'settings', `were refused: ${reason}`);
  }
}

/** Activates a connection with its settings; undefined when it was removed meanwhile. */
export const activateWithSettings = (
  { database, vault }: Pick<GatewayContext, 'database' | 'vault'>,
  connectionId: string,
  { tokens, settings }: EnteredSettings,
): Promise<Connection | undefined> =>
  activateConnection(database, vault, { connectionId, clientId: null, settings, tokens });
