import { openGraphConnector } from '../../microsoft-graph/index.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';

/** OneDrive: the user's own drive, or what is selected. */
export const openOneDrive = (context: ConnectorContext): Connector =>
  openGraphConnector(
    {
      name: 'OneDrive',
      everything: (api) => ({
        places: { sitesLink: null, sites: [] },
        drives: async () => [await api.ownDrive()],
        roots: [],
        isSearched: false,
      }),
    },
    context,
  );
