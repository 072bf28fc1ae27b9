import { openGraphConnector } from '../../microsoft-graph/index.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';

/** SharePoint: the libraries of all sites that the user may see, or what is selected. */
export const openSharePoint = (context: ConnectorContext): Connector =>
  openGraphConnector(
    {
      name: 'SharePoint',
      everything: () => ({
        places: { sitesLink: '', sites: [] },
        drives: async () => [],
        roots: [],
        isSearched: true,
      }),
    },
    context,
  );
