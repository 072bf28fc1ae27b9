import { createHash, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { clientSchema } from '../client-schema.ts';
import type { ConnectorOAuth } from '../define-connector.ts';
import type { AccessSetup } from '../setup.ts';
import {
  readPrivateKey,
  requestToken,
  type SignInMethod,
  signAssertion,
  signInMethod,
  type TokenContext,
} from '../sign-in.ts';
import { oneDriveApplication, sharePointApplication } from './setup.ts';

const microsoftLogin = 'https://login.microsoftonline.com/common/oauth2/v2.0';

// https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow
export const microsoftOAuth = {
  authorizeUrl: `${microsoftLogin}/authorize`,
  authorizeParameters: { response_mode: 'query' },
  usesPkce: true,
  tokenUrl: `${microsoftLogin}/token`,
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: true,
  needsRefreshToken: true,
  refreshTokenDays: 90,
  // Only all sessions of the user could be ended, of every application.
  revocation: null,
} as const satisfies Omit<ConnectorOAuth, 'scopes'>;

export const microsoftClient = clientSchema
  .extend({
    tenantId: z
      .string()
      .regex(/^[\w][\w.-]{0,253}$/, 'must be the id or a domain of an organization')
      .optional()
      .meta({
        title: 'Tenant',
        description: 'Of an application that is registered for one organization: its id or domain',
      }),
  })
  .meta({ id: 'MicrosoftClient' });

const login = 'https://login.microsoftonline.com';
const maxSites = 500;

/** A site by its address, or by its id of three parts. */
const site = z
  .string()
  .max(1_024)
  .refine(
    (text) => (URL.canParse(text) ? new URL(text).protocol === 'https:' : /^[^/]+,[^/]+,[^/]+$/.test(text)),
    'must be the address of a site or its id (host,id,id)',
  );

const application = {
  tenantId: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the id or a domain of an organization')
    .max(256)
    .meta({ title: 'Tenant ID', examples: ['contoso.onmicrosoft.com'] }),
  clientId: z.string().nonempty().max(256).meta({ title: 'Application (client) ID' }),
};
const clientSecret = z.string().nonempty().max(1_024).meta({ title: 'Client secret', writeOnly: true });

/** Restores the line breaks of a PEM, which a single-line field removes on pasting, and without which it cannot be parsed. */
const withLines = (pem: string) =>
  pem.replace(
    /-----BEGIN ([A-Z ]+)-----([\w+/=\s]+)-----END \1-----/g,
    (_, kind: string, content: string) => {
      const lines = content.replace(/\s+/g, '').replace(/.{64}/g, '$&\n');
      return `-----BEGIN ${kind}-----\n${lines}\n-----END ${kind}-----\n`;
    },
  );

/** A certificate and the RSA key that belongs to it, of one text in the form PEM; undefined when they are none. */
function readCertificate(entered: string) {
  const text = withLines(entered);
  const privateKey = readPrivateKey(text);
  if (!privateKey) return undefined;
  try {
    const certificate = new X509Certificate(text);
    return certificate.checkPrivateKey(privateKey) ? { certificate, privateKey } : undefined;
  } catch {
    return undefined;
  }
}

const key = z
  .string()
  .max(20_000)
  .refine(readCertificate, 'must be a certificate and the RSA key that belongs to it, both in the form PEM')
  .meta({ title: 'Certificate and private key (PEM)', writeOnly: true });

const sites = z
  .array(site)
  .max(maxSites)
  .default([])
  .meta({ title: 'Sites', examples: ['https://contoso.sharepoint.com/sites/hr'] })
  .describe('The sites that are read. None: all sites of the organization');
const user = z
  .string()
  .nonempty()
  .max(320)
  .meta({ title: 'User', examples: ['ada@contoso.com'] })
  .describe('User whose OneDrive is read: a principal name or an id');

interface Application {
  readonly tenantId: string;
  readonly clientId: string;
}

/** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow; `proof` is what shows that it is the application. */
function requestAsApplication(
  { tenantId, clientId }: Application,
  proof: Readonly<Record<string, string>>,
  secret: string,
  context: TokenContext,
) {
  const fields = {
    grant_type: 'client_credentials',
    client_id: clientId,
    scope: 'https://graph.microsoft.com/.default',
    ...proof,
  };
  const url = tokenUrl(context.endpoints['login'] ?? login, tenantId);
  return requestToken({ vendor: 'Microsoft', url, fields, secret }, context);
}

const tokenUrl = (host: string, tenantId: string) =>
  `${host}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;

/** https://learn.microsoft.com/entra/identity-platform/certificate-credentials: minutes, as Microsoft recommends. */
async function signAsApplication({ tenantId, clientId }: Application, text: string) {
  const read = readCertificate(text);
  if (!read) throw new Error('The stored certificate of an application cannot be read');
  return signAssertion(read.privateKey, {
    header: {
      alg: 'PS256',
      'x5t#S256': createHash('sha256').update(read.certificate.raw).digest('base64url'),
    },
    issuer: clientId,
    // Microsoft's own address, wherever the request is sent.
    audience: tokenUrl(login, tenantId),
    lifetimeSeconds: 300,
    claims: { sub: clientId, nbf: Math.floor(Date.now() / 1_000) },
  });
}

/** An application with permissions of its own, which shows a secret or signs with a certificate. */
const appOnly = <Shape extends z.ZodRawShape>(
  product: string,
  setup: { readonly secret: AccessSetup; readonly certificate: AccessSetup },
  extent: Shape,
): readonly SignInMethod[] => [
  signInMethod({
    method: 'APP',
    label: `${product} as an application`,
    setup: setup.secret,
    fields: { ...application, clientSecret, ...extent },
    secret: 'clientSecret',
    requestToken(entered, context) {
      const read = z.object({ ...application, clientSecret }).parse(entered);
      return requestAsApplication(read, { client_secret: read.clientSecret }, read.clientSecret, context);
    },
  }),
  signInMethod({
    method: 'APP_CERTIFICATE',
    label: `${product} as an application with a certificate`,
    setup: setup.certificate,
    fields: { ...application, key, ...extent },
    secret: 'key',
    async requestToken(entered, context) {
      const read = z.object({ ...application, key }).parse(entered);
      const assertion = await signAsApplication(read, read.key);
      const proof = {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      };
      return requestAsApplication(read, proof, read.key, context);
    },
  }),
];

export const sharePointSignIns = appOnly('SharePoint', sharePointApplication, { sites });
export const oneDriveSignIns = appOnly('OneDrive', oneDriveApplication, { user });

/** Sites or user that an application reads; null or undefined where a user consented. */
export const appOnlyExtent = z
  .object({ sites: z.array(z.string()).optional(), user: z.string().optional() })
  .nullish();
export type AppOnlyExtent = z.output<typeof appOnlyExtent>;
