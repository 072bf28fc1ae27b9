import { defineConnector } from '../../define-connector.ts';
import { openGraphConnector } from '../../microsoft-graph/index.ts';
import { microsoftPicker } from '../../microsoft-graph/picker.ts';
import { graphPush } from '../../microsoft-graph/push.ts';
import { organizationQuota } from '../../microsoft-graph/quota.ts';
import { oneDriveSetup } from '../../microsoft-graph/setup.ts';
import { microsoftClient, microsoftOAuth, oneDriveSignIns } from '../../microsoft-graph/sign-in.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';

/** Opens OneDrive: the drive of the consenting user, or of the one that an application names, or the selected items. */
export const openOneDrive = (context: ConnectorContext): Connector =>
  openGraphConnector(
    {
      name: 'OneDrive',
      hasSites: false,
      everything: (api, application) => ({
        places: { sitesLink: null, sites: [] },
        drives: async () => [await api.ownDrive(application?.user)],
        roots: [],
        isSelection: false,
        isSearched: false,
      }),
    },
    context,
  );

export const oneDrive = defineConnector({
  name: 'ONEDRIVE',
  label: 'OneDrive',
  open: openOneDrive,
  setup: oneDriveSetup,
  consent: {
    oauth: { ...microsoftOAuth, scopes: ['offline_access', 'User.Read', 'Files.Read'] },
    clientSchema: microsoftClient,
    picker: microsoftPicker({
      question: '/me/drive?$select=webUrl,driveType',
      entry: 'oneDrive',
      permission: 'MyFiles.Read',
    }),
  },
  signIns: oneDriveSignIns,
  push: graphPush('OneDrive'),
  quota: organizationQuota,
});
