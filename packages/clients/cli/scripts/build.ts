/** Builds the command into dist/, for a test that installs it: `npm run stage-packages` builds what is published. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleProgram } from '../../../../scripts/release/bundle-program.ts';

const packageDirectory = join(import.meta.dirname, '..');
const dist = join(packageDirectory, 'dist');

await rm(dist, { recursive: true, force: true });
const bytes = await bundleProgram({ packageDirectory, outfile: join(dist, 'docfleet.js') });
process.stderr.write(`${join(dist, 'docfleet.js')}: ${bytes} bytes\n`);
