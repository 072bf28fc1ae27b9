import type { AccessSetup, ConnectorSetup } from '../../setup.ts';

const create = {
  text: 'Create an app with scoped access and "Full Dropbox".',
  url: 'https://www.dropbox.com/developers/apps',
} as const;
const tick = { text: 'Under "Permissions", tick what is listed below, and submit.' } as const;
const permissions = [
  {
    name: 'account_info.read',
    reason: 'Says whose account it is, and where the folders of its team begin',
  },
  { name: 'files.metadata.read', reason: 'Files and folders are listed, and their changes followed' },
  { name: 'files.content.read', reason: 'Files are downloaded, and Paper documents exported' },
] as const;

export const dropboxSetup: ConnectorSetup = {
  guide: 'dropbox',
  ids: { of: 'files and folders', example: 'id:a4ayc_80_OEAAAAAAAAAXw' },
  steps: [
    create,
    tick,
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
  permissions,
};

/** Setup of a whole team, of which one member is read. */
export const dropboxTeamSetup: AccessSetup = {
  steps: [
    create,
    tick,
    {
      text: 'As an administrator of the team, authorize the app once and exchange the code for a refresh token: the guide below has both commands.',
    },
    { text: 'Look up the ID of the member in whose place files are read: /2/team/members/list names all.' },
  ],
  permissions: [
    ...permissions,
    { name: 'team_data.member', reason: 'Requests are made in the place of a member of the team' },
  ],
};
