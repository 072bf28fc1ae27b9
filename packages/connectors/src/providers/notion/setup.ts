import type { ConnectorSetup } from '../../setup.ts';

export const notionSetup: ConnectorSetup = {
  guide: 'notion',
  ids: { of: 'pages', example: '1429989fe8ac4effbc8f57f56486db54' },
  steps: [
    {
      text: 'Create a public integration.',
      url: 'https://www.notion.so/profile/integrations',
    },
    { text: 'Enter this redirect URI.', paste: 'REDIRECT_URI' },
    { text: 'Under "Capabilities", grant what is listed below.' },
    {
      text: 'Optional, for changes within seconds: under "Webhooks", register this address for events of pages, databases and data sources; then enter the token that appears here.',
      paste: 'NOTIFICATION_ADDRESS',
    },
  ],
  permissions: [
    { name: 'Read content', reason: 'Pages and rows of databases that the user ticks are read' },
    {
      name: 'Read user information without email addresses',
      reason: 'Names of people in properties such as "Owner" become text',
    },
    { name: 'Read comments', reason: 'Optional: what is said about a page becomes part of it' },
  ],
};
