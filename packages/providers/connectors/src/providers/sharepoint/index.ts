import { defineConnector } from '../../define-connector.ts';
import { openGraphConnector } from '../../microsoft-graph/index.ts';
import { microsoftPicker } from '../../microsoft-graph/picker.ts';
import { graphPush } from '../../microsoft-graph/push.ts';
import { organizationQuota } from '../../microsoft-graph/quota.ts';
import { sharePointSetup } from '../../microsoft-graph/setup.ts';
import { microsoftClient, microsoftOAuth, sharePointSignIns } from '../../microsoft-graph/sign-in.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';

/** Opens SharePoint: the libraries of the sites that an application names, or of all visible ones, or the selected items. */
export const openSharePoint = (context: ConnectorContext): Connector =>
  openGraphConnector(
    {
      name: 'SharePoint',
      hasSites: true,
      everything(_, application) {
        const sites = application?.sites ?? [];
        const isSearched = sites.length === 0;
        const places = { sitesLink: isSearched ? '' : null, sites };
        return { places, drives: async () => [], roots: [], isSelection: false, isSearched };
      },
    },
    context,
  );

export const sharePoint = defineConnector({
  name: 'SHAREPOINT',
  label: 'SharePoint',
  open: openSharePoint,
  setup: sharePointSetup,
  consent: {
    oauth: { ...microsoftOAuth, scopes: ['offline_access', 'User.Read', 'Files.Read.All', 'Sites.Read.All'] },
    clientSchema: microsoftClient,
    picker: microsoftPicker({
      question: '/sites/root?$select=webUrl',
      entry: 'sharePoint',
      permission: 'AllSites.Read',
    }),
  },
  signIns: sharePointSignIns,
  push: graphPush('SharePoint'),
  quota: organizationQuota,
});
