/** `npm run test:faults`: hurts a fleet in every way there is, at length, and prints a row of figures for each. FAULTS_SEED makes other choices. */
import { presetEnvironment } from '../packages/config/src/index.ts';
import { runJest } from './jest.ts';

presetEnvironment('FAULTS', 'long');
process.exitCode = await runJest(['--runInBand', 'tests/faults', ...process.argv.slice(2)]);
