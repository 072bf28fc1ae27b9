export { listAuditEvents } from './list-audit-events.ts';
export { type Actor, recordAuditEvent, removeAuditEvents } from './record-audit-event.ts';
