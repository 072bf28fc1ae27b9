import type { AccessSetup, ConnectorSetup } from '../../setup.ts';

const permissions = [
  { name: 'Metadata: read', reason: 'Repositories are found; GitHub adds it by itself' },
  { name: 'Contents: read', reason: 'Files of the default branch and releases are read' },
  { name: 'Issues: read', reason: 'Issues with their comments are read' },
  { name: 'Pull requests: read', reason: 'Pull requests with their reviews are read' },
  { name: 'Webhooks: read and write', reason: 'Optional: changes are read within seconds' },
] as const;

export const githubSetup: ConnectorSetup = {
  guide: 'github',
  ids: {
    of: 'repositories',
    example: 'octocat/handbook',
    forms: 'owner/name, or the number of a repository, which lasts through renames.',
    named: 'Repositories',
  },
  steps: [
    {
      text: 'Create a fine-grained personal access token of the repositories that are to be read, with the permissions below. A classic token needs the scope "repo", and "admin:repo_hook" for changes within seconds.',
      url: 'https://github.com/settings/personal-access-tokens/new',
    },
    {
      text: 'Where the organization has tokens approved, wait for its approval.',
    },
  ],
  permissions,
};

export const githubAppSetup: AccessSetup = {
  steps: [
    {
      text: 'Create a GitHub App with the permissions below; it needs neither a callback nor a webhook of its own.',
      url: 'https://github.com/settings/apps/new',
    },
    { text: 'Under "General", note the App ID and generate a private key.' },
    {
      text: 'Install the app for the repositories that are to be read. The number at the end of the address of the installation is its ID.',
    },
  ],
  permissions,
};
