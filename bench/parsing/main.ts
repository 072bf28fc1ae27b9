/** How much of a file's structure becomes Markdown, and how fast, beside other readers. */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareFidelity } from './fidelity.ts';
import { compareSpeed } from './speed.ts';

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    folder: { type: 'string', default: '.docfleet/bench-parsing' },
    files: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench:parsing -- [OPTIONS]

Generates documents in all formats, reads them, and prints scores and times.

  --folder FOLDER   where the documents and what was read of them are kept (.docfleet/bench-parsing)
  --files NUMBER    documents of each format (10)
  --only WHAT       fidelity or speed, not both`);
  process.exit(0);
}

// Other programs are started in folders of their own.
const folder = resolve(values.folder);
await mkdir(folder, { recursive: true });
if (values.only !== 'speed') await compareFidelity(folder, Number(values.files));
if (values.only !== 'fidelity') await compareSpeed(folder);
