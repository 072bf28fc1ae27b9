import { startJinaReaderEmulator } from '@docfleet/testing';
import { describeScrapingProvider } from '../../../test/conformance.ts';
import { jina } from './index.ts';

describeScrapingProvider({
  provider: jina,
  config: { provider: 'JINA' },
  reportsNofollow: false,
  vendor: { start: startJinaReaderEmulator, endpoints: (url) => ({ jina: url }) },
});
