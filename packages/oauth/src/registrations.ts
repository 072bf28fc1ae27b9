import type { OAuthConnector } from './vendors.ts';

/** One step of registering an application at a vendor. */
export interface RegistrationStep {
  readonly text: string;
  /** The vendor's page on which it is done. */
  readonly url?: string;
  /** What has to be pasted there: the redirect URI, or the origin, of the installation. */
  readonly paste?: 'ORIGIN' | 'REDIRECT_URI';
}

const microsoft: readonly RegistrationStep[] = [
  {
    text: 'Add an app registration. "Supported account types" decides whose accounts may connect.',
    url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  },
  {
    text: 'Add the platform Web (not Single-page application) with this redirect URI.',
    paste: 'REDIRECT_URI',
  },
  { text: 'Under "Certificates & secrets", create a client secret and note the date on which it expires.' },
];

const microsoftPermissions = (permissions: string): RegistrationStep => ({
  text: `Under "API permissions", add the delegated permissions ${permissions}.`,
});

/** What an administrator does at each vendor before users can connect their accounts. A connector without an entry does not compile. */
export const registrations: Readonly<Record<OAuthConnector, readonly RegistrationStep[]>> = {
  NOTION: [
    {
      text: 'Create a public integration that can read content and user information without email addresses.',
      url: 'https://www.notion.so/profile/integrations',
    },
    { text: 'Enter this redirect URI.', paste: 'REDIRECT_URI' },
  ],
  GOOGLE_DRIVE: [
    {
      text: 'Create a project and enable the Google Drive API.',
      url: 'https://console.cloud.google.com/apis/library/drive.googleapis.com',
    },
    {
      text: 'Enable the Google Picker API, with which users choose files.',
      url: 'https://console.cloud.google.com/apis/library/picker.googleapis.com',
    },
    {
      text: 'Configure the consent screen, and publish it: while it is in testing, connections end after seven days.',
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
  DROPBOX: [
    {
      text: 'Create an app with scoped access and "Full Dropbox".',
      url: 'https://www.dropbox.com/developers/apps',
    },
    {
      text: 'Under "Permissions", tick account_info.read, files.metadata.read and files.content.read, and submit.',
    },
    { text: 'Under "OAuth 2", enter this redirect URI.', paste: 'REDIRECT_URI' },
    {
      text: 'Under "Chooser / Saver / Embedder domains", add the host of this address, for the picker.',
      paste: 'ORIGIN',
    },
  ],
  ONEDRIVE: [...microsoft, microsoftPermissions('User.Read and Files.Read')],
  SHAREPOINT: [...microsoft, microsoftPermissions('User.Read, Files.Read.All and Sites.Read.All')],
  BOX: [
    {
      text: 'Create a custom app with "User Authentication (OAuth 2.0)".',
      url: 'https://app.box.com/developers/console',
    },
    { text: 'Enter this redirect URI.', paste: 'REDIRECT_URI' },
    { text: 'Select the scope "Read all files and folders stored in Box".' },
    { text: 'Add this CORS domain, for the picker.', paste: 'ORIGIN' },
  ],
  CONFLUENCE: [
    {
      text: 'Create an app with OAuth 2.0 (3LO) integration.',
      url: 'https://developer.atlassian.com/console/myapps/',
    },
    { text: 'Enter this callback URL.', paste: 'REDIRECT_URI' },
    {
      text: 'Under "Permissions", add the Confluence API with the granular scopes read:page, read:space, read:attachment, read:hierarchical-content and readonly:content.attachment.',
    },
    { text: 'Under "Distribution", enable sharing: otherwise only you can authorize the app.' },
  ],
};
