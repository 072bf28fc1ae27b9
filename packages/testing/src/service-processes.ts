import { randomBytes } from 'node:crypto';
import { eventually } from './eventually.ts';
import { reserveFreePort } from './free-port.ts';
import { type Program, startProgram } from './program.ts';

const serviceNames = ['gateway', 'scheduler', 'scraper', 'parser', 'embedder', 'webhook-dispatcher'] as const;
export type ServiceName = (typeof serviceNames)[number];

const startWithinMs = 150_000;

/** Fleet as in production: each service in a process of its own, with one database and one Redis. */
export interface ServiceProcesses {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string;
  /** Returns the running processes by service; a service may run more than once. */
  processes(): ReadonlyMap<ServiceName, readonly Program[]>;
  /**
   * Starts one more process of a service with these settings besides the common ones, by default from the checkout of the others. A second
   * gateway needs a PORT of its own.
   */
  start(
    service: ServiceName,
    environment?: Readonly<Record<string, string>>,
    checkout?: string,
  ): Promise<Program>;
  /** Stops all processes gracefully, the gateway first, and waits until they have exited. */
  stop(): Promise<void>;
}

export interface ServiceProcessesOptions {
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Folder for files, LanceDB's tables and uploads in progress; all services share it. */
  readonly dataDirectory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of the checkout that is started; default: this one. */
  readonly checkout?: string | undefined;
}

async function createCredentials(databaseUrl: string) {
  // Loaded only where it is used: it is a thousand modules, and many tests want an `eventually` and no more.
  const [{ createApiKey }, { openDatabase }, { createOrganization }] = await Promise.all([
    import('@docfleet/domain/api-key'),
    import('@docfleet/domain/database'),
    import('@docfleet/domain/organization'),
  ]);
  const database = openDatabase({ url: databaseUrl, poolSize: 1 });
  try {
    const organizationId = await createOrganization(database, 'Acme');
    const apiKey = await createApiKey(database, { organizationId, name: 'test', scopes: ['admin'] });
    return { organizationId, apiKey };
  } finally {
    await database.$disconnect();
  }
}

/** Starts the services with a new organization and its key, and waits until the gateway responds. */
export async function startServiceProcesses(options: ServiceProcessesOptions): Promise<ServiceProcesses> {
  const port = await reserveFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    DATABASE_URL: options.databaseUrl,
    REDIS_URL: options.redisUrl,
    DATA_DIR: options.dataDirectory,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...options.environment,
  };
  const credentials = await createCredentials(options.databaseUrl);
  const running = new Map<ServiceName, Program[]>();

  async function start(
    service: ServiceName,
    own: Readonly<Record<string, string>> = {},
    checkout = options.checkout,
  ): Promise<Program> {
    const settings = { ...environment, ...own };
    const program = startProgram(`services/${service}/src/main.ts`, settings, { checkout });
    running.set(service, [...(running.get(service) ?? []), program]);
    void program.ended.then(() => {
      running.set(
        service,
        (running.get(service) ?? []).filter((other) => other !== program),
      );
    });
    if (service === 'gateway') await untilResponding(program, `http://127.0.0.1:${settings.PORT}`);
    return program;
  }

  async function stop(): Promise<void> {
    for (const service of serviceNames)
      await Promise.all((running.get(service) ?? []).map((program) => program.stop()));
  }

  await Promise.all(serviceNames.map((service) => start(service))).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, ...credentials, processes: () => running, start, stop };
}

async function untilResponding(program: Program, url: string): Promise<void> {
  const askWhetherReady = async () => {
    const { ok, status } = await fetch(`${url}/readyz`);
    if (!ok) throw new Error(`The gateway answered ${status}`);
  };
  await Promise.race([
    eventually(askWhetherReady, startWithinMs),
    program.ended.then(() =>
      Promise.reject(new Error(`The gateway ended before it answered: ${program.printed()}`)),
    ),
  ]);
}
