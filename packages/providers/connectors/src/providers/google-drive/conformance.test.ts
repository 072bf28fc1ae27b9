import { describeConnector } from '../../../test/conformance.ts';

describeConnector({
  name: 'GOOGLE_DRIVE',
  account: 'https://www.googleapis.com/drive/v3/about',
  reportsDeletions: true,
  cursorsExpire: true,
  laterFields: ['isCut', 'distant', 'shown', 'isWatching'],
  isTrashReadable: true,
  contract: { file: 'google/drive.json', base: '/drive/v3' },
});
