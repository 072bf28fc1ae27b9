/**
 * `npm run valkey-package -- SOURCE [FOLDER]`: builds valkey-server from unpacked sources of the version in source.ts, for the platform that
 * this runs on, and writes the npm package that carries it below FOLDER (dist/packages). On Linux it is linked statically with musl, so that
 * one program runs on every distribution; that needs musl-gcc and the kernel's headers (Debian: musl-tools, linux-libc-dev).
 */
import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hashSources, valkey } from './source.ts';

const repository = join(import.meta.dirname, '../..');
const platform = `${process.platform}-${process.arch}`;
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function run(program: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}): void {
  const { status, error } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  if (status !== 0) fail(`${program} failed${error ? `: ${error.message}` : ''}`);
}

/** The kernel's headers alone: musl brings its own of everything else. */
async function kernelHeaders(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valkey-headers-'));
  const triplet = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  for (const name of ['linux', 'asm-generic']) await symlink(`/usr/include/${name}`, join(folder, name));
  await symlink(`/usr/include/${triplet}/asm`, join(folder, 'asm'));
  return folder;
}

async function buildServer(source: string): Promise<string> {
  const make = ['-C', join(source, 'src'), `-j${availableParallelism()}`, 'valkey-server'];
  const common = ['BUILD_TLS=no', 'USE_SYSTEMD=no'];
  if (process.platform === 'linux') {
    const headers = await kernelHeaders();
    const compiler = `CC=musl-gcc -idirafter ${headers}`;
    const symbols = join(headers, 'static-symbols.o');
    run('musl-gcc', ['-O2', '-c', join(import.meta.dirname, 'static-symbols.c'), '-o', symbols]);
    // Some arm64 kernels have pages of 64 kB.
    const settings = process.arch === 'arm64' ? { JEMALLOC_CONFIGURE_OPTS: '--with-lg-page=16' } : {};
    run(
      'make',
      [...make, ...common, compiler, 'MALLOC=jemalloc', 'CFLAGS=-static', `LDFLAGS=-static ${symbols}`],
      settings,
    );
    await rm(headers, { recursive: true });
  } else run('make', [...make, ...common, 'MALLOC=libc']);
  return join(source, 'src/valkey-server');
}

/** Valkey's license (BSD-3-Clause), and those of what is linked into it. */
async function licenses(source: string): Promise<string> {
  const files = [
    'COPYING',
    'deps/jemalloc/COPYING',
    'deps/lua/COPYRIGHT',
    'deps/hdr_histogram/LICENSE.txt',
    'deps/fpconv/LICENSE.txt',
    'deps/libvalkey/COPYING',
  ];
  const texts = await Promise.all(
    files.map(async (file) => `${file}\n\n${(await readFile(join(source, file), 'utf8')).trim()}\n`),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function stage(source: string, program: string, folder: string): Promise<string> {
  const target = join(folder, `valkey-${platform}`);
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, 'bin'), { recursive: true });
  const installed = join(target, 'bin/valkey-server');
  await copyFile(program, installed);
  run('strip', process.platform === 'darwin' ? ['-x', installed] : [installed]);
  await chmod(installed, 0o755);
  const manifest = {
    name: `@docfleet/valkey-${platform}`,
    version: valkey.version,
    description: `valkey-server ${valkey.version} for ${platform}: what docfleet uses where no Redis is installed.`,
    license: 'BSD-3-Clause',
    os: [process.platform],
    cpu: [process.arch],
    files: ['bin'],
    exports: { './package.json': './package.json' },
    preferUnplugged: true,
    publishConfig: { access: 'public' },
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeFile(join(target, 'LICENSE'), await licenses(source));
  const readme = `# ${manifest.name}\n\n${manifest.description} Built from the unchanged sources of Valkey; nothing in this package runs when it is installed.\n`;
  await writeFile(join(target, 'README.md'), readme);
  return target;
}

const [sourceArgument, folder = join(repository, 'dist/packages')] = process.argv.slice(2);
if (!sourceArgument) fail('Usage: npm run valkey-package -- SOURCE [FOLDER]');
if (!platforms.includes(platform))
  fail(`There is no package for ${platform}: there are ${platforms.join(', ')}`);
const source = resolve(sourceArgument);
const hash = await hashSources(source);
if (hash !== valkey.sourcesSha256)
  fail(`${source} does not hold the sources of Valkey ${valkey.version}: their SHA-256 is ${hash}`);
process.stdout.write(`${await stage(source, await buildServer(source), resolve(folder))}\n`);
