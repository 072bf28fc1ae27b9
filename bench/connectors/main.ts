/** Measures the sync of a connection: calls and time against a vendor's own limit, and memory with one huge file. */
import { parseArgs } from 'node:util';
import { measureFairness } from './measure-fairness.ts';
import { measureLargeFile } from './measure-large-file.ts';
import { measureResync } from './measure-resync.ts';
import { measureSync } from './measure-sync.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    only: { type: 'string' },
    items: { type: 'string', default: '10000' },
    megabytes: { type: 'string', default: '2000' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:connectors -- [OPTIONS]

  --only sync         a first sync and a resync, at Box's pace: 10,000 items take 21 minutes
  --only file         one huge file
  --only resync       what a resync of every connector asks its vendor when nothing has changed
  --only fairness     a new file beside another connection's 3,000
  --items NUMBER      items of the account (10000)
  --megabytes NUMBER  size of the file (2000)`);
  process.exit(0);
}

const { only } = values;
if (only !== undefined && !['sync', 'resync', 'file', 'fairness'].includes(only))
  throw new Error(`There is nothing to measure that is called "${only}"`);
const measures = (name: string) => only === undefined || only === name;
if (measures('file')) await measureLargeFile(Number(values.megabytes) * 1_000_000);
if (measures('fairness')) await measureFairness(3_000);
if (measures('resync')) await measureResync(Number(values.items));
if (measures('sync')) await measureSync(Number(values.items));
