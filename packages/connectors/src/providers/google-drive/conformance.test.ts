import { startGoogleDriveFake } from '@docfleet/testing';
import { describeConnector } from '../../conformance.ts';

describeConnector({
  name: 'GOOGLE_DRIVE',
  start: () => startGoogleDriveFake({ pageSize: 4 }),
  endpoints: (url) => ({ api: url, export: url }),
  hasChangeFeed: true,
  tellsOfDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
  isTrashReadable: true,
});
