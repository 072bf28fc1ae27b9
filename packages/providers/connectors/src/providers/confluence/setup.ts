import type { AccessSetup, ConnectorSetup } from '../../setup.ts';

export const confluenceSetup: ConnectorSetup = {
  guide: 'confluence',
  ids: {
    of: 'pages, blog posts and spaces',
    forms: 'blog:<id> is a blog post, and space:<KEY> a whole space.',
    named: 'Spaces',
    example: '98304',
    isRequired: true,
  },
  steps: [
    {
      text: 'Create an app with OAuth 2.0 (3LO) integration.',
      url: 'https://developer.atlassian.com/console/myapps/',
    },
    { text: 'Under "Authorization", enter this callback URL.', paste: 'REDIRECT_URI' },
    { text: 'Under "Permissions", add the Confluence API with the granular scopes that are listed below.' },
    { text: 'Under "Distribution", enable sharing: otherwise only you can authorize the app.' },
  ],
  permissions: [
    { name: 'read:page:confluence', reason: 'Pages and blog posts are read' },
    { name: 'read:space:confluence', reason: 'Whole spaces are found by their keys' },
    { name: 'read:hierarchical-content:confluence', reason: 'What lies below a page is listed' },
    { name: 'read:attachment:confluence', reason: 'Names of attachments become part of their page' },
    {
      name: 'read:comment:confluence',
      reason: 'Comments become part of their page, and are found when they are new',
    },
    { name: 'read:user:confluence', reason: 'People whom pages mention are named' },
  ],
};

/** Setup of a self-hosted server. */
export const dataCenterSetup: AccessSetup = {
  steps: [
    {
      text: 'Choose a user of Confluence that can view the spaces and write nowhere: a token can do what its user can.',
    },
    {
      text: 'Signed in as that user, create a token: profile, then "Settings" and "Personal access tokens".',
    },
  ],
  permissions: [
    {
      name: 'View',
      reason:
        'In each space that is to be read: pages, blog posts, comments and names of attachments are read',
    },
  ],
};
