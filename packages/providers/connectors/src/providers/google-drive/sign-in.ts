import { z } from 'zod';
import type { ConnectorOAuth } from '../../define-connector.ts';
import {
  jwtBearerGrant,
  readKeyFile,
  readPrivateKey,
  requestToken,
  signAssertion,
  signInMethod,
} from '../../sign-in.ts';
import { serviceAccountSetup } from './setup.ts';

// https://developers.google.com/identity/protocols/oauth2/web-server
export const googleDriveOAuth = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  // Without `consent` a user who consents again gets no refresh token.
  authorizeParameters: { access_type: 'offline', prompt: 'consent' },
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
  usesPkce: true,
  tokenUrl: 'https://oauth2.googleapis.com/token',
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: null,
  revocation: { url: 'https://oauth2.googleapis.com/revoke', style: 'form' },
} as const satisfies ConnectorOAuth;

const tokenUrl = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/drive.readonly';

/** Fields that are used of a key file from Google's console. Its `token_uri` is not: the assertion is sent to Google only. */
const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().nonempty(),
  private_key_id: z.string().nonempty(),
  private_key: z.string().transform((pem, context) => {
    const key = readPrivateKey(pem);
    if (!key) context.addIssue('is no RSA key');
    return key ?? z.NEVER;
  }),
});

/** Signing in with a service account: https://developers.google.com/identity/protocols/oauth2/service-account */
export const googleDriveSignIns = [
  signInMethod({
    method: 'SERVICE_ACCOUNT',
    label: 'Google service account',
    setup: serviceAccountSetup,
    fields: {
      key: z
        .string()
        .max(20_000)
        .refine((text) => readKeyFile(text, keyFile), 'must be the JSON key of a service account')
        .meta({ title: 'Key of the service account (JSON)', writeOnly: true }),
      subject: z
        .email()
        .optional()
        .meta({ title: 'User', examples: ['ada@example.com'] })
        .describe(
          'User whose Drive is read, by domain-wide delegation. Without it: what is shared with the service account itself',
        ),
    },
    secret: 'key',
    async requestToken({ key, subject }, context) {
      const file = readKeyFile(key, keyFile);
      if (!file) throw new Error('The stored key of a service account cannot be read');
      const assertion = await signAssertion(file.private_key, {
        header: { kid: file.private_key_id },
        issuer: file.client_email,
        audience: tokenUrl,
        lifetimeSeconds: 3_600,
        claims: { scope, ...(subject !== undefined && { sub: subject }) },
      });
      const fields = { grant_type: jwtBearerGrant, assertion };
      return requestToken({ vendor: 'Google', url: tokenUrl, fields, secret: key }, context);
    },
  }),
];
