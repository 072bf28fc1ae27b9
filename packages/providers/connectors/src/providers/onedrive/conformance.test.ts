import { startGraphFake } from '@docfleet/testing';
import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'ONEDRIVE',
  start: (pageSize) => startGraphFake({ pageSize }),
  endpoints: (url) => ({ api: url }),
  hasChangeFeed: true,
  reportsDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
  contract: {
    file: 'msgraph/graph-drive-slice.json',
    base: '/v1.0',
    // The search of sites is not in the slice.
    isLeftOut: (path) => path === '/sites',
  },
});
