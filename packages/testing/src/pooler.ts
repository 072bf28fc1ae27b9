import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.ts';
import { reserveFreePort } from './free-port.ts';

/** Debian's package `pgbouncer`. */
const program = '/usr/sbin/pgbouncer';

/** Why there is no pooler on this machine; undefined where there is one. */
export const missingPooler: string | undefined = existsSync(program)
  ? undefined
  : 'no PgBouncer is installed';

export interface Pooler {
  /** Address of the database behind it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a pooler that runs each transaction on any of its connections, and keeps no prepared statements as versions before 1.21 do. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const server = new URL(databaseUrl);
  const port = await reserveFreePort();
  const [user, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)];
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-pooler-'));
  await chmod(folder, 0o755);
  const settings = `[databases]
* = host=${server.hostname} port=${server.port} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 });
  const asUser = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
  const pooler = spawn(program, [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.hostname = '127.0.0.1';
  await eventually(async () => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.end();
  });
  return {
    url: url.href,
    async stop() {
      pooler.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}
