import { describeScrapingProvider } from '../../conformance.ts';
import { builtin } from './index.ts';

describeScrapingProvider({ provider: builtin, config: { provider: 'BUILTIN' }, tellsNofollow: true });
