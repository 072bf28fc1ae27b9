/**
 * `npm run stage-packages [-- FOLDER]`: writes the npm packages as they are published, each into a folder of its own below FOLDER
 * (dist/packages). The sources are TypeScript that no consumer could load, so the packages of the workspace are never published themselves.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundleProgram } from './bundle-program.ts';

const repository = join(import.meta.dirname, '../..');

interface Published {
  readonly name: 'sdk' | 'cli' | 'mcp';
  /** Fields of the manifest beyond those of all packages. */
  readonly manifest: object;
  build(source: string, dist: string): Promise<unknown>;
}

const program = (name: 'cli' | 'mcp', command: string): Published => ({
  name,
  manifest: { bin: { [command]: `./dist/${command}.js` } },
  build: (packageDirectory, dist) =>
    bundleProgram({ packageDirectory, outfile: join(dist, `${command}.js`) }),
});

const published: readonly Published[] = [
  {
    name: 'sdk',
    manifest: {
      sideEffects: false,
      // For tools that know no exports.
      main: './dist/index.js',
      types: './dist/index.d.ts',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './package.json': './package.json',
      },
    },
    build: (source, dist) =>
      promisify(execFile)(process.execPath, [
        join(repository, 'node_modules/typescript/bin/tsc'),
        ...['-p', join(source, 'tsconfig.build.json'), '--outDir', dist],
      ]),
  },
  program('cli', 'docfleet'),
  program('mcp', 'docfleet-mcp'),
];

/** Address of the repository, which provenance is checked against; known where a workflow publishes. */
function repositoryOf(
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path }: NodeJS.ProcessEnv,
  folder: string,
) {
  if (!server || !path) return {};
  const url = `${server}/${path}`;
  return { repository: { type: 'git', url: `git+${url}.git`, directory: folder }, homepage: `${url}#readme` };
}

async function stage({ name, manifest, build }: Published, folder: string): Promise<string> {
  const source = join(repository, 'packages/clients', name);
  const target = join(folder, name);
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, 'dist'), { recursive: true });
  await build(source, join(target, 'dist'));
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  const own = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const complete = {
    name: own.name,
    version,
    description: own.description,
    keywords: own.keywords,
    license: 'Apache-2.0',
    type: 'module',
    engines: { node: '>=20.19' },
    ...manifest,
    files: ['dist'],
    ...repositoryOf(process.env, `packages/clients/${name}`),
    publishConfig: { access: 'public' },
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(complete, undefined, 2)}\n`);
  await copyFile(join(repository, 'LICENSE'), join(target, 'LICENSE'));
  await copyFile(join(source, 'README.md'), join(target, 'README.md'));
  return target;
}

/** Stages all packages below `folder`; resolves to the folder of each. */
export async function stagePackages(folder: string): Promise<string[]> {
  return await Promise.all(published.map((each) => stage(each, folder)));
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(repository, 'dist/packages'));
  for (const target of await stagePackages(folder)) process.stdout.write(`${target}\n`);
}
