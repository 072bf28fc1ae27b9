import type { AccessSetup, ConnectorSetup } from '../../setup.ts';

const console = 'https://app.box.com/developers/console';

export const boxSetup: ConnectorSetup = {
  guide: 'box',
  ids: {
    of: 'files and folders',
    example: '12345',
    forms: 'file:<id> and folder:<id> say which of the two it is.',
  },
  steps: [
    {
      text: 'Create a custom app with "User Authentication (OAuth 2.0)".',
      url: console,
    },
    { text: 'Enter this redirect URI.', paste: 'REDIRECT_URI' },
    { text: 'Select the application scopes that are listed below.' },
    { text: 'Add this CORS domain, for the picker.', paste: 'ORIGIN' },
    {
      text: 'Optional, for changes within seconds: select "Manage webhooks", and under "Webhooks" generate signature keys, which are entered below.',
    },
  ],
  permissions: [
    {
      name: 'Read all files and folders stored in Box',
      reason: 'Files and folders are listed and read, and the events of the user followed',
    },
  ],
};

/** Returns the steps for an enterprise's app, which authenticates by `proof`. */
const applicationSetup = (kind: string, proof: string): AccessSetup => ({
  steps: [
    { text: `Create a custom app with "Server Authentication (${kind})".`, url: console },
    { text: 'Select the application scopes that are listed below.' },
    { text: proof },
    { text: 'Let an administrator authorize the app in the Admin Console.' },
    {
      text: 'Invite the service account of the app (AutomationUser_…@boxdevedition.com) to the folders that are to be read, as a viewer. To read as a user instead, the app needs the access level "App + Enterprise Access" and "Generate user access tokens".',
    },
  ],
  permissions: [
    { name: 'Read all files and folders stored in Box', reason: 'Files and folders are listed and read' },
  ],
});

export const boxKeySetup = applicationSetup(
  'with JWT',
  'Generate a public/private key pair. The JSON configuration that Box downloads is entered below.',
);
export const boxSecretSetup = applicationSetup(
  'Client Credentials Grant',
  'Copy the client ID, the client secret and the enterprise ID.',
);
