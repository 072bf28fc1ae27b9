import type { AccessSetup, ConnectorSetup } from '../../setup.ts';

const integrations = 'https://www.notion.so/profile/integrations';
const permissions = [
  { name: 'Read content', reason: 'Pages and rows of databases are read' },
  {
    name: 'Read user information without email addresses',
    reason: 'Names of people in properties such as "Owner" become text',
  },
  { name: 'Read comments', reason: 'Optional: what is said about a page becomes part of it' },
] as const;

export const notionSetup: ConnectorSetup = {
  guide: 'notion',
  ids: { of: 'pages, databases and data sources', example: '1429989fe8ac4effbc8f57f56486db54' },
  steps: [
    { text: 'Create a public integration.', url: integrations },
    { text: 'Enter this redirect URI.', paste: 'REDIRECT_URI' },
    { text: 'Under "Capabilities", grant what is listed below.' },
    {
      text: 'Optional, for changes within seconds: under "Webhooks", register this address for events of pages, databases and data sources; then enter the token that appears here.',
      paste: 'NOTIFICATION_ADDRESS',
    },
  ],
  permissions,
};

/** Setup of an internal integration, which needs no consent. */
export const notionTokenSetup: AccessSetup = {
  steps: [
    { text: 'Create an internal integration.', url: integrations },
    { text: 'Under "Capabilities", grant what is listed below.' },
    {
      text: 'Share the pages with it that are to be read, with all below them: open a page, then "•••" and "Connections".',
    },
  ],
  permissions,
};
