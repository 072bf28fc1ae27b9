import { timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { type AuditEventModel, jsonObject } from '@docfleet/domain/database';
import { z } from 'zod';

export const auditEventResponse = z
  .object({
    id: z.string(),
    action: z.string(),
    targetType: z.string(),
    targetId: z.string().nullable().describe('null: the change was not about a single one'),
    tenantId: z.string().nullable(),
    apiKeyId: z.string().nullable().describe("The key that was used; null: the operator's command line"),
    requestId: z.string().nullable().describe('The `X-Request-Id` of the request that made the change'),
    details: z.record(z.string(), z.unknown()),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEvent' });

/** The event for `auditEventResponse`. */
export function presentAuditEvent(event: AuditEventModel): z.input<typeof auditEventResponse> {
  const details = jsonObject.parse(event.details);
  return { ...event, details, createdAt: toTimestamp(event.createdAt) };
}
