import { z } from 'zod';
import type { ConnectorOAuth } from '../../define-connector.ts';
import {
  type IssuedToken,
  jwtBearerGrant,
  readKeyFile,
  readPrivateKey,
  requestToken,
  signAssertion,
  signInMethod,
  type TokenContext,
} from '../../sign-in.ts';
import { boxKeySetup, boxSecretSetup } from './setup.ts';

// https://developer.box.com/reference/post-oauth2-token/
export const boxOAuth = {
  authorizeUrl: 'https://account.box.com/api/oauth2/authorize',
  authorizeParameters: {},
  // None: those that the application has at Box.
  scopes: [],
  usesPkce: false,
  tokenUrl: 'https://api.box.com/oauth2/token',
  tokenBody: 'form',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: 60,
  revocation: { url: 'https://api.box.com/oauth2/revoke', style: 'client-form' },
} as const satisfies ConnectorOAuth;

const tokenUrl = 'https://api.box.com/oauth2/token';

const keyFile = z
  .object({
    boxAppSettings: z.object({
      clientID: z.string().nonempty(),
      clientSecret: z.string().nonempty(),
      appAuth: z.object({
        publicKeyID: z.string().nonempty(),
        privateKey: z.string(),
        passphrase: z.string().optional(),
      }),
    }),
    enterpriseID: z.string().nonempty(),
  })
  .transform(({ boxAppSettings: { clientID, clientSecret, appAuth }, enterpriseID }) => {
    const key = readPrivateKey(appAuth.privateKey, appAuth.passphrase);
    return key && { clientID, clientSecret, keyId: appAuth.publicKeyID, key, enterpriseID };
  });

const userId = z
  .string()
  .regex(/^\d+$/, 'must be the number of a user')
  .optional()
  .meta({ title: 'User ID', examples: ['11446498'] })
  .describe(
    'User whose files are read, where the app may act as users. Without it: what is shared with the service account of the app',
  );

async function requestByAssertion(
  { key: text, userId: user }: { readonly key: string; readonly userId?: string | undefined },
  context: TokenContext,
): Promise<IssuedToken> {
  const file = readKeyFile(text, keyFile);
  if (!file) throw new Error('The stored configuration of an app cannot be read');
  const { clientID, clientSecret, keyId, key, enterpriseID } = file;
  const assertion = await signAssertion(key, {
    header: { kid: keyId },
    issuer: clientID,
    audience: tokenUrl,
    // A minute is the most that Box accepts.
    lifetimeSeconds: 45,
    claims: { sub: user ?? enterpriseID, box_sub_type: user === undefined ? 'enterprise' : 'user' },
  });
  const fields = {
    grant_type: jwtBearerGrant,
    assertion,
    client_id: clientID,
    client_secret: clientSecret,
  };
  return requestToken({ vendor: 'Box', url: tokenUrl, fields, secret: clientSecret }, context);
}

/** Ways to sign in as an app of an enterprise, without a user's consent: https://developer.box.com/guides/authentication/jwt and /client-credentials */
export const boxSignIns = [
  signInMethod({
    method: 'JWT',
    label: 'Box app with a key (JWT)',
    setup: boxKeySetup,
    fields: {
      key: z
        .string()
        .max(20_000)
        .refine((text) => readKeyFile(text, keyFile), 'must be the JSON configuration of an app with a key')
        .meta({ title: 'Configuration of the app (JSON)', writeOnly: true }),
      userId,
    },
    secret: 'key',
    requestToken: requestByAssertion,
  }),
  signInMethod({
    method: 'CLIENT_CREDENTIALS',
    label: 'Box app with a client secret',
    setup: boxSecretSetup,
    fields: {
      clientId: z.string().nonempty().max(256).meta({ title: 'Client ID' }),
      clientSecret: z.string().nonempty().max(1_024).meta({ title: 'Client secret', writeOnly: true }),
      enterpriseId: z
        .string()
        .regex(/^\d+$/, 'must be the number of an enterprise')
        .meta({ title: 'Enterprise ID', examples: ['123456'] }),
      userId,
    },
    secret: 'clientSecret',
    requestToken({ clientId, clientSecret, enterpriseId, userId: user }, context) {
      const fields = {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        box_subject_type: user === undefined ? 'enterprise' : 'user',
        box_subject_id: user ?? enterpriseId,
      };
      return requestToken({ vendor: 'Box', url: tokenUrl, fields, secret: clientSecret }, context);
    },
  }),
];
