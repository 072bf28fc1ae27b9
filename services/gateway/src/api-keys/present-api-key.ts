import { timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { type ApiKey, apiKeyStatus, apiKeyStatuses } from '@docfleet/domain/api-key';
import { ApiKeyScope } from '@docfleet/domain/database';
import { z } from 'zod';

export const apiKeyParams = z.object({ apiKeyId: z.string() });

export const apiKeyResponse = z
  .object({
    id: z.string(),
    prefix: z.string().describe('Beginning of the key'),
    name: z.string(),
    scopes: z.array(z.enum(ApiKeyScope)),
    status: z.enum(apiKeyStatuses),
    rateLimitPerMinute: z.int().nullable().describe("null: the operator's default"),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable().describe('True to about a minute'),
    rotatedToId: z.string().nullable().describe('The key that takes its place'),
  })
  .meta({ id: 'ApiKey' });

/** Response to the creation and the rotation of an API key: its description and, only here, the key itself. */
export const newApiKey = z.object({
  apiKey: apiKeyResponse,
  key: z.string().describe('The key itself, which is shown only here'),
});

const maybe = (date: Date | null) => date && toTimestamp(date);

/** Returns an API key in the shape of `apiKeyResponse`. */
export function presentApiKey(key: ApiKey): z.input<typeof apiKeyResponse> {
  const { id, name, scopes, rateLimitPerMinute, rotatedToId } = key;
  return {
    id,
    prefix: `df_live_${id}`,
    name,
    scopes,
    status: apiKeyStatus(key),
    rateLimitPerMinute,
    createdAt: toTimestamp(key.createdAt),
    expiresAt: maybe(key.expiresAt),
    revokedAt: maybe(key.revokedAt),
    lastUsedAt: maybe(key.lastUsedAt),
    rotatedToId,
  };
}
