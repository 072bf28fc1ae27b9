import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'GOOGLE_DRIVE',
  hasChangeFeed: true,
  reportsDeletions: true,
  cursorsExpire: true,
  isTrashReadable: true,
  contract: { file: 'google/drive.json', base: '/drive/v3' },
});
