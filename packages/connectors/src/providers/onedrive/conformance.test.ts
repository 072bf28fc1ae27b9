import { startGraphFake } from '@docfleet/testing';
import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'ONEDRIVE',
  start: () => startGraphFake({ pageSize: 4 }),
  endpoints: (url) => ({ api: url }),
  hasChangeFeed: true,
  tellsOfDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
});
