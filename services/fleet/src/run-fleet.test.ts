import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

/** Libraries of 10 to 190 MB, most of which a fleet never uses: they are loaded at the first use. */
const loadedAtFirstUse = [
  '@aws-sdk/client-s3',
  '@googleapis/drive',
  '@lancedb/lancedb',
  '@microsoft/microsoft-graph-client',
  '@pinecone-database/pinecone',
  'apache-arrow',
  'box-node-sdk',
  'cohere-ai',
  'onnxruntime-node',
  'openai',
  'playwright-core',
  'tinyld',
];

const listPackages = `
import { registerHooks } from 'node:module';
const packages = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    packages.add(resolved.url.split('/node_modules/').at(-1).split('/').slice(0, 2).join('/'));
    return resolved;
  },
});
await import(process.argv[1]);
console.log(JSON.stringify([...packages]));
process.exit(0);
`;

test('the modules of a fleet load none of the large libraries that only some namespaces and connections use', async () => {
  const module = new URL('run-fleet.ts', import.meta.url).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', listPackages, module],
    { cwd: import.meta.dirname },
  );
  const loaded = JSON.parse(stdout) as string[];
  const isLoaded = (name: string) => loaded.some((one) => one === name || one.startsWith(`${name}/`));
  expect(['zod', 'bullmq'].filter((name) => !isLoaded(name))).toEqual([]);
  expect(loadedAtFirstUse.filter(isLoaded)).toEqual([]);
});
