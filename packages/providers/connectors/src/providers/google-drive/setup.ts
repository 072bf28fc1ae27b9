import type { AccessSetup, ConnectorSetup, SetupStep } from '../../setup.ts';

const enableDrive: SetupStep = {
  text: 'Create a project and enable the Google Drive API.',
  url: 'https://console.cloud.google.com/apis/library/drive.googleapis.com',
};
const scope = 'https://www.googleapis.com/auth/drive.readonly';
const reason = 'Files, shared drives and their change logs are listed and read';

export const googleDriveSetup: ConnectorSetup = {
  guide: 'google-drive',
  ids: { of: 'files, folders and shared drives', example: '0B1hxkTzEgZZLfjRkS1' },
  steps: [
    enableDrive,
    {
      text: 'Enable the Google Picker API, with which users choose files.',
      url: 'https://console.cloud.google.com/apis/library/picker.googleapis.com',
    },
    {
      text: 'Configure the consent screen with the scope below, and publish it: while it is in testing, connections end after seven days.',
      url: 'https://console.cloud.google.com/auth/overview',
    },
    {
      text: 'Create an OAuth client of the type Web application, with this redirect URI.',
      url: 'https://console.cloud.google.com/auth/clients',
      paste: 'REDIRECT_URI',
    },
    { text: 'Enter this JavaScript origin in the same client.', paste: 'ORIGIN' },
    {
      text: 'Create an API key and restrict it to the Google Picker API.',
      url: 'https://console.cloud.google.com/apis/credentials',
    },
  ],
  permissions: [
    {
      name: scope,
      reason: `${reason}. Google counts it as restricted and reviews applications that are used outside of one organization`,
    },
  ],
};

/** Setup of a service account, which reads as a user of its organization. */
export const serviceAccountSetup: AccessSetup = {
  steps: [
    enableDrive,
    {
      text: 'Create a service account and a JSON key for it. It needs no role.',
      url: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
    },
    {
      text: 'To read the Drive of a user, delegate the scope below to the client ID of the account. Without that it reads what is shared with its own address.',
      url: 'https://admin.google.com/ac/owl/domainwidedelegation',
    },
  ],
  permissions: [{ name: scope, reason }],
};
