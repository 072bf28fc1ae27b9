import type { ConnectorSetup } from '../../setup.ts';

export const dropboxSetup: ConnectorSetup = {
  guide: 'dropbox',
  ids: { of: 'files and folders', example: 'id:a4ayc_80_OEAAAAAAAAAXw' },
  steps: [
    {
      text: 'Create an app with scoped access and "Full Dropbox".',
      url: 'https://www.dropbox.com/developers/apps',
    },
    { text: 'Under "Permissions", tick what is listed below, and submit.' },
    { text: 'Under "OAuth 2", enter this redirect URI.', paste: 'REDIRECT_URI' },
    {
      text: 'Under "Chooser / Saver / Embedder domains", add the host of this address, for the picker.',
      paste: 'ORIGIN',
    },
    {
      text: 'Optional, for changes within seconds: under "Webhooks", add this address.',
      paste: 'NOTIFICATION_ADDRESS',
    },
    { text: 'The app key is the client ID, and the app secret the client secret.' },
  ],
  permissions: [
    {
      name: 'account_info.read',
      reason: 'Says whose account it is, and where the folders of its team begin',
    },
    { name: 'files.metadata.read', reason: 'Files and folders are listed, and their changes followed' },
    { name: 'files.content.read', reason: 'Files are downloaded, and Paper documents exported' },
  ],
};
