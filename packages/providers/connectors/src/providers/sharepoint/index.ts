import { openGraphConnector } from '../../microsoft-graph/index.ts';
import type { Connector, ConnectorContext } from '../../provider.ts';

/** SharePoint: the libraries of the sites that an application was given, or of all that are visible, or what is selected. */
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
