import { startGraphFake } from '@docfleet/testing';
import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'SHAREPOINT',
  start: () => startGraphFake({ pageSize: 4, site: 'example.sharepoint.com,guid,guid' }),
  endpoints: (url) => ({ api: url }),
  hasChangeFeed: true,
  tellsOfDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
});
