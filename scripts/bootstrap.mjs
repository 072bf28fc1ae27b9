// Runs one of the repository's programs on a machine that may have nothing but some Node and npm.
// Plain JavaScript on purpose: it installs the Node that understands the rest.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Fallback where the toolchain package has no binary for the platform. */
const pnpm = 'pnpm@12.21.0';
/** Its package-lock.json has the hashes of pnpm and Node, which npm verifies. */
const toolchain = join(root, 'scripts/toolchain');
const platform = `${process.platform}-${process.arch}`;
const verifiedPlatforms = ['linux-x64', 'linux-arm64'];
const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stamp = join(root, 'node_modules/.docfleet-install');
const environment = {
  // Native libraries allocate on many threads; with an arena for each, glibc keeps hundreds of megabytes that stay unused.
  MALLOC_ARENA_MAX: '2',
  // Writes that are made durable wait for the disk in the threads that all work with files shares, four unless set.
  UV_THREADPOOL_SIZE: '16',
  // Compiled sources are kept between starts, which saves a third of a start's processor time.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/docfleet'),
  ...process.env,
  PATH: [dirname(node), process.env.PATH].join(delimiter),
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Everything that decides what an install brings. */
function fingerprint() {
  const foldersIn = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const isFolder = (path) => statSync(join(root, path)).isDirectory();
  const manifests = [
    ...foldersIn('services'),
    'packages/testing',
    ...foldersIn('packages').filter(isFolder).flatMap(foldersIn),
  ]
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(join(root, file)));
  const schema = readdirSync(join(root, 'packages/platform/database/prisma/schema')).map(
    (name) => `packages/platform/database/prisma/schema/${name}`,
  );
  const hash = createHash('sha256');
  for (const file of [
    'pnpm-lock.yaml',
    'package.json',
    'pnpm-workspace.yaml',
    ...manifests,
    ...schema,
  ].sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function run(command, args, failure) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 1 << 28,
  });
  if (result.status !== 0) fail(`${result.stdout ?? ''}${result.stderr ?? ''}\n${failure}`);
}

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Installs pnpm and Node as the lockfile of the toolchain has them; returns where they are, undefined where it has none for this platform. */
function installToolchain() {
  if (!verifiedPlatforms.includes(platform)) {
    console.error(`On ${platform}, pnpm and Node are not verified against hashes of the repository.`);
    return undefined;
  }
  run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', toolchain],
    'pnpm and Node could not be installed, or are not those whose hashes scripts/toolchain/package-lock.json has.',
  );
  const modules = join(toolchain, 'node_modules');
  return {
    pnpm: join(modules, `@pnpm/exe.${platform}/pnpm`),
    node: join(modules, `node-${platform}/bin/node`),
  };
}

/** The package `node` fetches its binary outside of the lockfile: it must be the one that was verified. */
function requireVerifiedNode(verified) {
  if (hashOf(node) === hashOf(verified)) return;
  rmSync(node);
  fail(
    'The Node that the package `node` fetched is not the one whose hash the repository has: it was removed.',
  );
}

function install() {
  const wanted = fingerprint();
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing what is missing (about a minute the first time) …');
  const verified = installToolchain();
  const [command, ...options] = verified ? [verified.pnpm] : ['npx', '-y', pnpm];
  run(
    command,
    [...options, 'install', '--frozen-lockfile'],
    'The packages could not be installed: see the lines above. Is the npm registry reachable?',
  );
  if (verified) requireVerifiedNode(verified.node);
  run(
    node,
    ['packages/platform/migrations/src/cli/prisma.ts', 'generate'],
    'The database client could not be generated: see the lines above.',
  );
  writeFileSync(stamp, wanted);
}

/** Builds the documentation beside the program, at the lowest priority: the first build takes 15 s of a processor. */
function buildGuides() {
  const build = spawn(node, ['docs/site/build.ts', '--if-changed'], {
    cwd: root,
    env: environment,
    stdio: 'ignore',
  });
  if (build.pid !== undefined) setPriority(build.pid, constants.priority.PRIORITY_LOW);
  build.on('exit', (code) => {
    if (code) console.error('The documentation at /guides could not be built; npm run docs-build says why.');
  });
  return build;
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`docfleet needs Node 20 or newer to start; this is ${process.version}.`);
const [first, ...others] = process.argv.slice(2);
const needsConsole = first === '--console';
const [program, ...args] = needsConsole ? others : [first, ...others];
if (!program) fail('Usage: node scripts/bootstrap.mjs [--console] PROGRAM [ARGUMENT ...]');

install();
// The API does its work without the console, whose own address says then that it was not built.
if (needsConsole)
  spawnSync(node, ['scripts/console-build.ts', '--if-changed'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const guides = needsConsole ? buildGuides() : undefined;
const child = spawn(node, [program, ...args], { cwd: root, env: environment, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
// Node resets a SIGHUP that nohup ignores; nohup redirects the output, so that none of it is a terminal.
process.on('SIGHUP', () => (process.stdout.isTTY || process.stderr.isTTY) && child.kill('SIGHUP'));
child.on('exit', (code, signal) => {
  guides?.kill();
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
});
