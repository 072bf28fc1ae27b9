import { startScrapingBeeEmulator } from '@docfleet/testing';
import { describeScrapingProvider } from '../../../test/conformance.ts';
import { scrapingbee } from './index.ts';

describeScrapingProvider({
  provider: scrapingbee,
  config: { provider: 'SCRAPINGBEE' },
  reportsNofollow: true,
  vendor: { start: startScrapingBeeEmulator, endpoints: (url) => ({ scrapingbee: `${url}/api/v1` }) },
});
