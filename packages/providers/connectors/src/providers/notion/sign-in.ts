import { z } from 'zod';
import type { ConnectorOAuth } from '../../define-connector.ts';
import { signInMethod } from '../../sign-in.ts';
import { notionTokenSetup } from './setup.ts';

// https://developers.notion.com/reference/create-a-token
export const notionOAuth = {
  authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
  authorizeParameters: { owner: 'user' },
  scopes: [],
  usesPkce: false,
  tokenUrl: 'https://api.notion.com/v1/oauth/token',
  tokenBody: 'json',
  clientAuthentication: 'basic',
  refreshesWithScope: false,
  // It may be null: the access token then lives until it is revoked.
  needsRefreshToken: false,
  refreshTokenDays: null,
  revocation: { url: 'https://api.notion.com/v1/oauth/revoke', style: 'basic-json' },
} as const satisfies ConnectorOAuth;

/** Signing in with the token of an internal integration, which reads the pages that were shared with it: https://developers.notion.com/docs/authorization */
export const notionSignIns = [
  signInMethod({
    method: 'TOKEN',
    label: 'Notion integration token',
    setup: notionTokenSetup,
    fields: {
      token: z
        .string()
        .nonempty()
        .max(512)
        .meta({ title: 'Internal integration secret', examples: ['ntn_…'], writeOnly: true }),
    },
    secret: 'token',
  }),
];
