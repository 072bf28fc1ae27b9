export { createOrganization } from './create-organization.ts';
export { findOrganization, listOrganizations } from './find-organizations.ts';
