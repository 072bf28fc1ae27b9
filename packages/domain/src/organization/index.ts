export { createOrganization } from './create-organization.ts';
export { findOrganization, listOrganizations } from './find-organizations.ts';
export {
  endConsoleSession,
  isConsoleSessionOpen,
  listConsoleSessions,
  openConsoleSession,
} from './console-sessions.ts';
