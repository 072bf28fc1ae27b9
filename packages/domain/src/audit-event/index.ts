export { listAuditEvents } from './list-audit-events.ts';
export { type Actor, recordAuditEvent } from './record-audit-event.ts';
export { removeAuditEvents } from './remove-audit-events.ts';
