import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const probeDeadlineMs = 5_000;

export interface RunningContainer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether Docker responds; much cheaper to find out here than with testcontainers. */
export async function dockerResponds(): Promise<boolean> {
  try {
    await promisify(execFile)('docker', ['info'], { timeout: probeDeadlineMs });
    return true;
  } catch {
    return false;
  }
}

export async function startPostgresContainer(image = 'postgres:17-alpine'): Promise<RunningContainer> {
  // Loaded only where it is used: it brings a whole Docker client.
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_USER: 'docfleet', POSTGRES_PASSWORD: 'docfleet' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    // The image starts the server twice: once to set itself up.
    .withWaitStrategy(Wait.forLogMessage('ready to accept connections', 2))
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(5432)}`;
  return {
    url: `postgresql://docfleet:docfleet@${address}/docfleet`,
    stop: async () => void (await container.stop()),
  };
}

export async function startRedisContainer(): Promise<RunningContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('redis:7-alpine')
    .withCommand(['redis-server', '--maxmemory-policy', 'noeviction', '--databases', '1024'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(6379)}`;
  return { url: `redis://${address}`, stop: async () => void (await container.stop()) };
}

/** Starts SeaweedFS as a server of S3 with these identities. */
export async function startSeaweedfsContainer(identities: string): Promise<RunningContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('chrislusf/seaweedfs:4.48')
    .withCopyContentToContainer([{ content: identities, target: '/etc/s3.json' }])
    .withCommand(['server', '-s3', '-s3.port=8333', '-s3.config=/etc/s3.json'])
    .withExposedPorts(8333)
    .withWaitStrategy(Wait.forListeningPorts())
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(8333)}`;
  return { url: `http://${address}`, stop: async () => void (await container.stop()) };
}

/** Starts the official image of Qdrant; it accepts the API key `test-key`. */
export async function startQdrantContainer(): Promise<RunningContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('qdrant/qdrant:v1.19.0')
    .withEnvironment({ QDRANT__SERVICE__API_KEY: 'test-key' })
    .withExposedPorts(6333)
    .withWaitStrategy(Wait.forHttp('/readyz', 6333))
    .start();
  const address = `${container.getHost()}:${container.getMappedPort(6333)}`;
  return { url: `http://${address}`, stop: async () => void (await container.stop()) };
}
