// Exit code 0 while the service of this container is healthy. The gateway answers for itself. The others listen on nothing: they are
// healthy while they hold a connection to Redis, as each of them does as long as it can work.
import { readFile } from 'node:fs/promises';

const established = '01';
const { SERVICE, PORT = '4000', REDIS_URL } = process.env;

async function isGatewayReady() {
  const response = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) });
  return response.ok;
}

/** Whether a row of /proc/net/tcp, "0: 0100007F:C350 0100007F:18EB 01 …", is an open connection to this port. */
function isConnectionTo(row, port) {
  const [, , remote = '', state] = row.trim().split(/\s+/);
  return state === established && Number.parseInt(remote.split(':').at(-1), 16) === port;
}

async function isConnectedTo(url) {
  const port = Number(new URL(url).port || 6379);
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((table) => readFile(table, 'utf8').catch(() => '')),
  );
  return tables
    .join('\n')
    .split('\n')
    .some((row) => isConnectionTo(row, port));
}

const healthy = await (SERVICE === 'gateway' ? isGatewayReady() : isConnectedTo(REDIS_URL)).catch(
  () => false,
);
process.exitCode = healthy ? 0 : 1;
