export { type Actor, listAuditEvents, recordAuditEvent, removeAuditEvents } from './audit-events.ts';
