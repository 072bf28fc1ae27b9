import type { ConnectorSetup, VendorPermission } from '../setup.ts';

/** How an application is registered with Microsoft for one of its products. */
const graphSetup = (
  guide: string,
  ids: string,
  permissions: readonly VendorPermission[],
): ConnectorSetup => ({
  guide,
  ids: { of: ids, example: 'b!-RIj2DuyvEyV1T4NlOaMHk8XkS:01BYE5RZ' },
  steps: [
    {
      text: 'Add an app registration. "Supported account types" decides whose accounts may connect; for one organization only, enter its tenant below as well.',
      url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    },
    {
      text: 'Add the platform Web (not Single-page application) with this redirect URI.',
      paste: 'REDIRECT_URI',
    },
    { text: 'Under "API permissions", add the delegated permissions that are listed below.' },
    {
      text: 'Under "Certificates & secrets", create a client secret and note the date on which it expires.',
    },
  ],
  permissions: [
    { name: 'User.Read', reason: 'Says whose account it is' },
    { name: 'offline_access', reason: 'Syncs go on while the user is away' },
    ...permissions,
  ],
});

export const oneDriveSetup = graphSetup('onedrive', 'files and folders, as driveId:itemId', [
  { name: 'Files.Read', reason: "The user's own drive is listed and read" },
]);

export const sharePointSetup = graphSetup(
  'sharepoint',
  'files and folders (driveId:itemId), drives, sites (host,id,id), and all pages or lists of a site (`pages:host,id,id`, `lists:host,id,id`)',
  [
    { name: 'Files.Read.All', reason: 'Files of the libraries that the user may see are listed and read' },
    { name: 'Sites.Read.All', reason: 'Sites and their libraries are found' },
  ],
);
