/** `npm run sdk-runtimes`: tries the SDK in every runtime that its guide names. Those that do not come with this repository are fetched, a third of a gigabyte. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presetEnvironment } from '../packages/platform/runtime/src/config/index.ts';
import { runJest } from './jest.ts';

const fetched = { bun: '1.4.5', deno: '2.9.6', workerd: '1.20261117.1' };
const folder = join(process.cwd(), 'node_modules/.cache/sdk-runtimes');

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: fetched }));
const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
  cwd: folder,
  stdio: 'inherit',
});
presetEnvironment('SDK_RUNTIMES', folder);
process.exitCode =
  status === 0 ? await runJest(['tests/e2e/sdk.integration', '--verbose', ...process.argv.slice(2)]) : 1;
