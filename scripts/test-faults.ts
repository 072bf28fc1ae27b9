/** `npm run test:faults`: injects every fault into a fleet, at length, and prints a row of figures for each. FAULTS_SEED makes other choices, FAULTS_STORE=PGVECTOR or QDRANT another store of one namespace. */
import { runJest } from './jest.ts';

// Three fleets side by side: faults are waited for more than worked on.
process.exitCode = await runJest(['--maxWorkers=3', 'tests/faults', ...process.argv.slice(2)], {
  FAULTS: process.env['FAULTS'] ?? 'long',
});
