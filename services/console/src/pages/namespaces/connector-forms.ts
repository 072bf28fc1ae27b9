import type { ConfigField, ConfigForm } from './config-forms.ts';

const client: readonly ConfigField[] = [
  { path: 'clientId', label: 'Client id' },
  { path: 'clientSecret', label: 'Client secret', isSecret: true },
];
const pickerKey: ConfigField = {
  path: 'apiKey',
  label: 'API key',
  hint: 'For the dialog in which users choose files',
  isSecret: true,
};
const notionAddress: ConfigField = {
  path: 'authorizationUrl',
  label: 'Authorization address',
  isOptional: true,
};

type ConnectorConfig =
  | 'googleDriveConfig'
  | 'notionConfig'
  | 'dropboxConfig'
  | 'onedriveConfig'
  | 'sharepointConfig'
  | 'boxConfig'
  | 'confluenceConfig';

const connectorForm = (
  name: ConnectorConfig,
  label: string,
  ...more: readonly ConfigField[]
): ConfigForm<ConnectorConfig> => ({
  name,
  label,
  text: `The OAuth client of your application at ${label}: people connect their accounts through it.`,
  isOptional: true,
  kinds: { CLIENT: { label: 'Your application', fields: [...client, ...more] } },
});

/** Whose documents a namespace can read, once it has the client of an application there. */
export const connectorForms: readonly ConfigForm<ConnectorConfig>[] = [
  connectorForm('googleDriveConfig', 'Google Drive', pickerKey),
  connectorForm('notionConfig', 'Notion', notionAddress),
  connectorForm('dropboxConfig', 'Dropbox'),
  connectorForm('onedriveConfig', 'OneDrive'),
  connectorForm('sharepointConfig', 'SharePoint'),
  connectorForm('boxConfig', 'Box'),
  connectorForm('confluenceConfig', 'Confluence'),
];
