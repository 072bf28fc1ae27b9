import type { AccessSetup, ConnectorSetup, VendorPermission } from '../setup.ts';

const registrations = 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade';
const createSecret =
  'Under "Certificates & secrets", create a client secret and note the date on which it expires.';

/** Returns the setup for registering an application with Microsoft for one of its products. */
const graphSetup = (
  guide: string,
  ids: Omit<ConnectorSetup['ids'], 'example'>,
  picking: string,
  permissions: readonly VendorPermission[],
): ConnectorSetup => ({
  guide,
  ids: { ...ids, example: 'b!-RIj2DuyvEyV1T4NlOaMHk8XkS:01BYE5RZ' },
  steps: [
    {
      text: 'Add an app registration. "Supported account types" decides whose accounts may connect; for one organization only, enter its tenant below as well.',
      url: registrations,
    },
    {
      text: 'Add the platform Web (not Single-page application) with this redirect URI.',
      paste: 'REDIRECT_URI',
    },
    { text: 'Under "API permissions", add the delegated permissions that are listed below.' },
    {
      text: `For organizations, so that users can choose files: under "API permissions" and SharePoint, add the delegated permission ${picking} and let an administrator consent to it.`,
    },
    { text: createSecret },
  ],
  permissions: [
    { name: 'User.Read', reason: 'Says whose account it is' },
    { name: 'offline_access', reason: 'Syncs go on while the user is away' },
    ...permissions,
  ],
});

export const oneDriveSetup = graphSetup(
  'onedrive',
  { of: 'files and folders', forms: 'An id is driveId:itemId.' },
  'MyFiles.Read',
  [{ name: 'Files.Read', reason: "The user's own drive is listed and read" }],
);

export const sharePointSetup = graphSetup(
  'sharepoint',
  {
    of: 'files, folders, libraries, sites, pages and lists',
    forms:
      'An id is driveId:itemId, that of a library or that of a site (host,id,id); pages:<site> and lists:<site> are the pages and the lists of a site.',
    named: 'Sites',
  },
  'AllSites.Read',
  [
    { name: 'Files.Read.All', reason: 'Files of the libraries that the user may see are listed and read' },
    { name: 'Sites.Read.All', reason: 'Sites and their libraries are found' },
  ],
);

/** Returns the setups of an application that reads without a user, with a client secret or with a certificate. */
function applicationSetups(permissions: readonly VendorPermission[]) {
  const setupWith = (proof: string): AccessSetup => ({
    steps: [
      { text: 'Add an app registration of your organization, without a redirect URI.', url: registrations },
      {
        text: 'Under "API permissions", add application permissions (not delegated ones) as listed below, and grant consent as an administrator.',
      },
      { text: proof },
    ],
    permissions,
  });
  return {
    secret: setupWith(createSecret),
    certificate: setupWith(
      'Under "Certificates & secrets", upload the certificate. It is entered below together with its private key.',
    ),
  };
}

export const oneDriveApplication = applicationSetups([
  {
    name: 'Files.Read.All',
    reason: 'The drive of the user is listed and read: Microsoft has no such permission for a single drive',
  },
]);

export const sharePointApplication = applicationSetups([
  { name: 'Sites.Read.All', reason: 'All sites, their libraries and their files are found and read' },
  {
    name: 'Sites.Selected',
    reason:
      'In its place, for the sites that are entered below alone: an administrator grants the application "read" for each of them',
  },
]);
