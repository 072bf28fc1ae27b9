/** Number of texts a gateway accepts a second, beside the machine's own rate of transactions with two inserts. */
import { randomUUID } from 'node:crypto';
import { load } from '../http-load.ts';
import { type BenchServers, startBenchGateway, withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { makeTenant } from '../tenant.ts';
import { measureTransactions } from './transactions.ts';

const usage = `Usage: npm run bench:accept [-- ROUNDS]

Takes turns, ROUNDS (5) times, on one PostgreSQL: transactions with two inserts, texts into one namespace (most of them
become BACKLOG), texts into a namespace whose window never fills (each has its job enqueued at once).
`;

const connections = 16;
const seconds = 4;
const sentence = 'Everyone has thirty days of leave in a year, and asks for them two weeks before. ';

async function measureRounds(servers: BenchServers, rounds: number): Promise<(string | number)[][]> {
  const { apiKey } = await makeTenant(servers, ['bench']);
  const [usual, boundless] = [
    await startBenchGateway(servers),
    await startBenchGateway(servers, { NAMESPACE_WINDOW: '100000000' }),
  ];
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const request = () => {
    const config = {
      name: 'Holidays',
      text: `${sentence.repeat(6)}${randomUUID()}`,
      metadata: { team: 'people' },
    };
    const body = JSON.stringify({ namespaceId: 'bench', ingestConfig: { source: 'TEXT', config } });
    return { method: 'POST', path: '/v1/ingest/text', headers, body };
  };
  const accept = (url: string) => load(url, request, { connections, seconds });
  const rows: (string | number)[][] = [];
  await Promise.all([accept(usual), accept(boundless)]); // Warms up.
  for (let round = 1; round <= rounds; round += 1) {
    const limit = await measureTransactions(servers.databaseUrl, { connections, seconds });
    // The boundless one first: the other finds a backlog then, as in a namespace that has one.
    const [queued, backlog] = [await accept(boundless), await accept(usual)];
    const row = (name: string, { perSecond, p50Ms, p99Ms }: typeof limit) => [
      round,
      name,
      perSecond.toFixed(0),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      (perSecond / limit.perSecond).toFixed(2),
    ];
    rows.push(row('two inserts', limit), row('text → QUEUED', queued), row('text → BACKLOG', backlog));
  }
  return rows;
}

async function main(rounds: number): Promise<void> {
  const rows = await withBenchServers((servers) => measureRounds(servers, rounds));
  printTable(['round', 'what', 'per second', 'p50 ms', 'p99 ms', 'ratio'], rows);
}

const [rounds = '5'] = process.argv.slice(2);
if (rounds === '--help') console.log(usage);
else await main(Number(rounds));
