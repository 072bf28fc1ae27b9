import { cutPage, pageInfo, pageQuery, readPage } from '@docfleet/api/pagination';
import { moment, timestamp, toTimestamp } from '@docfleet/api/shared-fields';
import { listAuditEvents } from '@docfleet/domain/audit-event';
import { type AuditEventModel, jsonObject } from '@docfleet/domain/database';
import { z } from 'zod';
import { route } from '../../http/route.ts';

const auditEventResponse = z
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

/** Returns an audit event in the shape of `auditEventResponse`. */
function presentAuditEvent(event: AuditEventModel): z.input<typeof auditEventResponse> {
  const details = jsonObject.parse(event.details);
  return { ...event, details, createdAt: toTimestamp(event.createdAt) };
}

const auditEventsQuery = z.strictObject({
  ...pageQuery,
  action: z.string().optional().describe('For example `api_key.revoked`'),
  targetType: z.string().optional().describe('For example `api_key` or `namespace`'),
  targetId: z.string().optional(),
  apiKeyId: z.string().optional().describe('The key that was used'),
  from: moment.optional().describe('At this time or later'),
  to: moment.optional().describe('Before this time'),
});

export const listAuditEventsRoute = route({
  method: 'get',
  path: '/v1/audit-events',
  summary: 'List who changed what, the newest first',
  description: 'Filters combine with AND; values that are not known match nothing.',
  tags: ['Audit trail'],
  scope: 'admin',
  query: auditEventsQuery,
  response: z.object({ ...pageInfo, auditEvents: z.array(auditEventResponse) }),
  errors: [],

  async handle({ query: { pageSize, cursor, ...filter }, organizationId }, context) {
    const list = { key: context.linkKey, place: `audit-events/${organizationId}` };
    const page = readPage({ pageSize, cursor }, { ...list, invalid: 'INVALID_REQUEST' });
    const found = await context.lists.read((database) =>
      listAuditEvents(database, { ...filter, organizationId }, page),
    );
    const { shown, info } = cutPage(found, page, list);
    return { message: 'The audit trail', data: { ...info, auditEvents: shown.map(presentAuditEvent) } };
  },
});
