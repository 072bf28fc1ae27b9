import { randomBytes } from 'node:crypto';
import { execute } from './statements.ts';

/** So many copies are kept ready: one for each worker of a small machine. */
const ready = 2;

export interface DatabasePool {
  /** Resolves to the name of a copy that nobody else has. */
  take(): Promise<string>;
  /** Drops the copies that nobody took. */
  close(): Promise<void>;
}

/** Copies of a template database that are made before they are asked for. */
export function createDatabasePool(serverUrl: string, template: string): DatabasePool {
  const copies: Promise<string>[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function copy(): Promise<string> {
    const name = `docfleet_test_${randomBytes(8).toString('hex')}`;
    await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return name;
  }
  /** One after the other: two at once wait for each other at the template. */
  function enqueue(): Promise<string> {
    const made = last.then(copy);
    last = made.catch(() => undefined); // Its taker is told.
    return made;
  }

  return {
    take() {
      const taken = copies.shift() ?? enqueue();
      while (copies.length < ready) copies.push(enqueue());
      return taken;
    },
    async close() {
      for (const copy of await Promise.allSettled(copies))
        if (copy.status === 'fulfilled') await execute(serverUrl, `DROP DATABASE ${copy.value}`);
    },
  };
}
