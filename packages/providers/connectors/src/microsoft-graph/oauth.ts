import { z } from 'zod';
import { clientSchema } from '../client-schema.ts';
import type { ConnectorOAuth } from '../define-connector.ts';

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
