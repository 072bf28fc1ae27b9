import type { ConnectorSetup } from '../../setup.ts';

export const boxSetup: ConnectorSetup = {
  guide: 'box',
  ids: { of: 'files and folders (`file:<id>` and `folder:<id>` say which)', example: '12345' },
  steps: [
    {
      text: 'Create a custom app with "User Authentication (OAuth 2.0)".',
      url: 'https://app.box.com/developers/console',
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
