import { startFirecrawlEmulator } from '@docfleet/testing';
import { describeScrapingProvider } from '../../../test/conformance.ts';
import { firecrawl } from './index.ts';

describeScrapingProvider({
  provider: firecrawl,
  config: { provider: 'FIRECRAWL' },
  reportsNofollow: true,
  vendor: { start: startFirecrawlEmulator, endpoints: (url) => ({ firecrawl: url }) },
});
