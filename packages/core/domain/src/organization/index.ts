export {
  endConsoleSession,
  listConsoleSessions,
  openConsoleSession,
  useConsoleSession,
} from './console-sessions.ts';
export { createOwners } from './find-owners.ts';
export { createOrganization, findOrganization, listOrganizations } from './organizations.ts';
export { lockApiKeys } from './require-room.ts';
