import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { inheritedEnvironment } from '@docfleet/runtime/config';
import { eventually } from '../eventually.ts';
import { reserveFreePort } from '../free-port.ts';
import { dockerResponds, startSeaweedfsContainer } from '../servers/containers.ts';

/** Path of the program that `npm run seaweedfs` builds. */
export const seaweedfsPath: string = join(homedir(), '.cache', 'docfleet', 'bin', 'weed');

/** Returns the program of SeaweedFS: one that was built here, or that is installed; undefined without either. */
function findSeaweedfs(): string | undefined {
  const folders = (inheritedEnvironment('PATH')['PATH'] ?? '').split(delimiter);
  return [seaweedfsPath, ...folders.map((folder) => join(folder, 'weed'))].find((path) => existsSync(path));
}

/** A server of S3 that others wrote, with one bucket. */
export interface ForeignS3 {
  readonly url: string;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
const services = ['master', 'volume', 'filer', 's3'];
const limits = ['-volume.max=20', '-master.volumeSizeLimitMB=64'];

/** The ports of a server, whose programs talk to each other by ports that lie 10,000 above by default. */
async function portsOf(names: readonly string[]): Promise<string[]> {
  const options: string[] = [];
  for (const name of names)
    options.push(`-${name}.port=${await reserveFreePort()}`, `-${name}.port.grpc=${await reserveFreePort()}`);
  return options;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export interface S3Identity {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly bucket: string;
}

/** The configuration of SeaweedFS that lets one identity in. */
const identitiesOf = ({ accessKeyId: accessKey, secretAccessKey: secretKey }: S3Identity) =>
  JSON.stringify({
    identities: [{ name: 'test', credentials: [{ accessKey, secretKey }], actions: ['Admin'] }],
  });

async function createBucket(url: string, { bucket: Bucket, ...credentials }: S3Identity): Promise<void> {
  const client = new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials });
  await eventually(() => client.send(new CreateBucketCommand({ Bucket })), startTimeoutMs);
  client.destroy();
}

/** Starts the program in a folder that goes away with it. */
async function startProgram(program: string, identity: S3Identity): Promise<ForeignS3> {
  const directory = await mkdtemp(join(tmpdir(), 'seaweedfs-'));
  const config = join(directory, 's3.json');
  await writeFile(config, identitiesOf(identity));
  const ports = await portsOf(services);
  const child = spawn(
    program,
    ['server', `-dir=${directory}`, '-ip=127.0.0.1', '-s3', `-s3.config=${config}`, ...limits, ...ports],
    { cwd: directory, stdio: 'ignore' },
  );
  const port = ports.find((option) => option.startsWith('-s3.port='))?.split('=')[1];
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await createBucket(url, identity);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function startImage(identity: S3Identity): Promise<ForeignS3> {
  const container = await startSeaweedfsContainer(identitiesOf(identity));
  await createBucket(container.url, identity);
  return container;
}

/** The reason why tests against SeaweedFS are skipped. */
export const foreignS3Missing = 'there is no SeaweedFS: npm run seaweedfs builds it where there is Go';

/** Returns how to start SeaweedFS here: the program, or its image where there is Docker; undefined where there is neither. */
export async function findForeignS3(): Promise<((identity: S3Identity) => Promise<ForeignS3>) | undefined> {
  const program = findSeaweedfs();
  if (program !== undefined) return (identity) => startProgram(program, identity);
  return (await dockerResponds()) ? startImage : undefined;
}
