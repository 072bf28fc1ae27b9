/** A program of its own for tests that kill it: starts the named server on a folder, prints its url, waits for ever. */
import { createLogger } from '@docfleet/runtime/logging';
import { startPostgres, startRedis } from '../src/index.ts';

const [name, directory = ''] = process.argv.slice(2);
const log = createLogger({ service: 'fixture', level: 'silent' });
const { url } = await (name === 'PostgreSQL' ? startPostgres : startRedis)({ directory, log });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
