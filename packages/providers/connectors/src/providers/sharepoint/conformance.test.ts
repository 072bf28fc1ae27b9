import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'SHAREPOINT',
  account: 'https://graph.microsoft.com/v1.0/me',
  reportsDeletions: true,
  cursorsExpire: true,
  laterFields: ['isCut', 'distant', 'collections'],
  contract: {
    file: 'msgraph/graph-drive-slice.json',
    base: '/v1.0',
    // The search of sites is not in the slice.
    isLeftOut: (path) => path === '/sites',
  },
});
