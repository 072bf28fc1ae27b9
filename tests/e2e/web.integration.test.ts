/** One fleet for both: it takes longer to start than most of their tests. */
import './test-web-sources.ts';
import './test-web-hostile.ts';
import './test-web-crawl.ts';
