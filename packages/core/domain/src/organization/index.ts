export {
  endConsoleSession,
  listConsoleSessions,
  openConsoleSession,
  useConsoleSession,
} from './console-sessions.ts';
export {
  createOrganization,
  createOwners,
  findOrganization,
  listOrganizations,
  lockApiKeys,
} from './organizations.ts';
