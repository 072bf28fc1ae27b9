import { startGoogleDriveFake } from '@docfleet/testing';
import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'GOOGLE_DRIVE',
  start: (pageSize) => startGoogleDriveFake({ pageSize }),
  endpoints: (url) => ({ api: url, export: url }),
  hasChangeFeed: true,
  reportsDeletions: true,
  hasFiles: true,
  cursorsExpire: true,
  skips: true,
  isTrashReadable: true,
  contract: { file: 'google/drive.json', base: '/drive/v3' },
});
