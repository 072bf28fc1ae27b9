import pg from 'pg';

export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl?: object;
}

/** Parses a PostgreSQL URL into the driver's settings, in which the database can be replaced, and the schema. */
export function readConnectionUrl(text: string): {
  settings: ConnectionSettings;
  schema: string | undefined;
} {
  const url = new URL(text);
  const secure = /^(require|verify)/.test(url.searchParams.get('sslmode') ?? '');
  return {
    settings: {
      host: decodeURIComponent(url.searchParams.get('host') ?? url.hostname),
      port: Number(url.port || 5432),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
      ...(secure && { ssl: {} }),
    },
    schema: url.searchParams.get('schema') ?? undefined,
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Runs `work` on the server's maintenance database. */
async function administer<Result>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const maintenance = settings.database === 'postgres' ? 'template1' : 'postgres';
  const client = new pg.Client({ ...settings, database: maintenance });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the database of `settings` unless it exists. */
export async function createDatabase(settings: ConnectionSettings): Promise<void> {
  await administer(settings, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      settings.database,
    ]);
    if (!rowCount) await client.query(`create database ${quoted(settings.database)}`);
  });
}

/** Drops the database of `settings`, and terminates its connections. */
export async function dropDatabase(settings: ConnectionSettings): Promise<void> {
  await administer(settings, (client) =>
    client.query(`drop database if exists ${quoted(settings.database)} with (force)`),
  );
}

/** Rejects unless a connection to the database of `settings` succeeds. */
export async function canConnect(settings: ConnectionSettings): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  await client.end();
}
