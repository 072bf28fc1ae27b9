export {
  endConsoleSession,
  isConsoleSessionOpen,
  listConsoleSessions,
  openConsoleSession,
} from './console-sessions.ts';
export { createOrganization, findOrganization, listOrganizations } from './organizations.ts';
