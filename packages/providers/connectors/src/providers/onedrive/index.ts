import { openGraphConnector } from '../../microsoft-graph/index.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';

/** OneDrive: the drive of the user that consented or that an application was given, or what is selected. */
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
