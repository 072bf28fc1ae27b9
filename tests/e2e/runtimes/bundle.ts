import { join } from 'node:path';
import { build } from 'esbuild';

/** The scenario with the SDK as one module for the web: a name of Node's in it would not be found. */
export async function bundleScenario(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'scenario.ts')],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
