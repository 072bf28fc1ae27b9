/** Measures the gateway's own share of a cheap request: authentication, limits, validation, the request's id, headers and log line. */
import { type LoadResult, load } from '../http-load.ts';
import { type BenchServers, startBenchGateway, startProgram, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { makeTenant } from '../tenant.ts';

const usage = `Usage: npm run bench:gateway [-- ROUNDS]

GET /v1/namespaces/{namespaceId} through the gateway, and of a bare Express app that answers the same JSON, reading the
same row or from memory; by turns, ROUNDS (5) times.
`;

const connections = 16;
const seconds = 3;

type Measurement = () => Promise<LoadResult>;

/** The ways to answer the same request, the gateway's last. */
async function startResponders(servers: BenchServers): Promise<Record<string, Measurement>> {
  const { apiKey, organizationId } = await makeTenant(servers, ['bench']);
  const url = await startBenchGateway(servers);
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await (await fetch(`${url}/v1/namespaces/bench`, { headers })).text();
  const program = new URL('bare.ts', import.meta.url).pathname;
  const { url: bare } = await startProgram(servers, program, '/memory/bench', {
    ORGANIZATION_ID: organizationId,
    ANSWER: response,
  });
  const get = (base: string, path: string) =>
    load(base, () => ({ method: 'GET', path, headers }), { connections, seconds });
  return {
    'bare Express, from memory': () => get(bare, '/memory/bench'),
    'bare Express, reading the row': () => get(bare, '/read/bench'),
    gateway: () => get(url, '/v1/namespaces/bench'),
  };
}

async function measureRounds(servers: BenchServers, rounds: number): Promise<(string | number)[][]> {
  const measured = await startResponders(servers);
  for (const measure of Object.values(measured)) await measure();
  const rows: (string | number)[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const results = [];
    for (const [name, measure] of Object.entries(measured)) results.push({ name, ...(await measure()) });
    const last = results.at(-1)?.perSecond ?? 0;
    for (const { name, perSecond, p50Ms, p99Ms } of results)
      rows.push([
        round,
        name,
        perSecond.toFixed(0),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
        (last / perSecond).toFixed(2),
      ]);
  }
  return rows;
}

async function main(rounds: number): Promise<void> {
  const rows = await withBenchServers((servers) => measureRounds(servers, rounds));
  printTable(['round', 'what', 'per second', 'p50 ms', 'p99 ms', 'gateway / it'], rows);
}

const [rounds = '5'] = process.argv.slice(2);
if (rounds === '--help') console.log(usage);
else await main(Number(rounds));
