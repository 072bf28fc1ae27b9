/** How much of a file's structure becomes Markdown, and how fast, beside other readers. */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compareFidelity } from './fidelity.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    folder: { type: 'string', default: '.docfleet/bench-parsing' },
    files: { type: 'string', default: '5' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:parsing -- [OPTIONS]

Generates documents in all formats, reads them, and prints scores and times.

  --folder FOLDER   where the documents and what was read of them are kept (.docfleet/bench-parsing)
  --files NUMBER    documents of each format (5)`);
  process.exit(0);
}

await mkdir(values.folder, { recursive: true });
await compareFidelity(values.folder, Number(values.files));
