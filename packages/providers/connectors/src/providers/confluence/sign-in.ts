import { hasCredentials } from '@docfleet/egress';
import { z } from 'zod';
import type { ConnectorOAuth } from '../../define-connector.ts';
import { signInMethod } from '../../sign-in.ts';
import { dataCenterSetup } from './setup.ts';

// https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
export const confluenceOAuth = {
  authorizeUrl: 'https://auth.atlassian.com/authorize',
  authorizeParameters: { audience: 'api.atlassian.com', prompt: 'consent' },
  scopes: [
    'offline_access',
    'read:page:confluence',
    'read:space:confluence',
    'read:attachment:confluence',
    'read:hierarchical-content:confluence',
    'read:comment:confluence',
    'read:user:confluence',
  ],
  usesPkce: false,
  tokenUrl: 'https://auth.atlassian.com/oauth/token',
  tokenBody: 'json',
  clientAuthentication: 'body',
  refreshesWithScope: false,
  needsRefreshToken: true,
  refreshTokenDays: 90,
  revocation: null,
} as const satisfies ConnectorOAuth;

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !hasCredentials(url), 'must not carry a user name or password')
  .refine((url) => !/[?#]/.test(url), 'must end with the path of Confluence')
  .transform((url) => url.replace(/\/+$/, ''));

/** Stored settings of a connection to a self-hosted server; null where a user consented. */
export const dataCenterSettings = z.object({ baseUrl: z.string() }).nullish();

/** Signing in with a personal access token of Data Center: https://confluence.atlassian.com/enterprise/using-personal-access-tokens-1026032365.html */
export const confluenceSignIns = [
  signInMethod({
    method: 'DATA_CENTER',
    label: 'Confluence Data Center',
    setup: dataCenterSetup,
    fields: {
      baseUrl: baseUrl
        .meta({ title: 'Base URL', examples: ['https://wiki.example.com/confluence'] })
        .describe('The address of Confluence, as in the settings of the server'),
      token: z.string().nonempty().max(1_024).meta({ title: 'Personal access token', writeOnly: true }),
    },
    secret: 'token',
  }),
];
