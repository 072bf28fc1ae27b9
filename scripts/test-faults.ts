/** `npm run test:faults`: hurts a fleet in every way there is, at length, and prints a row of figures for each. FAULTS_SEED makes other choices. */
import { presetEnvironment } from '../packages/runtime/src/config/index.ts';
import { runJest } from './jest.ts';

presetEnvironment('FAULTS', 'long');
// Three fleets side by side: faults are waited for more than worked on.
process.exitCode = await runJest(['--maxWorkers=3', 'tests/faults', ...process.argv.slice(2)]);
