import { randomBytes } from 'node:crypto';
import { execute } from './statements.ts';

/** Number of copies that are kept ready: one for each worker of a small machine. */
const ready = 2;

export interface DatabasePool {
  /** Returns the name of a copy that no other test has. */
  take(): Promise<string>;
  /** Drops the copies that were not taken. */
  close(): Promise<void>;
}

/** Creates a pool of copies of a template database, made before they are requested. */
export function createDatabasePool(serverUrl: string, template: string): DatabasePool {
  const copies: Promise<string>[] = [];
  let last: Promise<unknown> = Promise.resolve();

  async function copy(): Promise<string> {
    const name = `docfleet_test_${randomBytes(8).toString('hex')}`;
    await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return name;
  }
  /** Starts the next copy after the current one: two at once would wait for each other's lock on the template. */
  function enqueue(): Promise<string> {
    const made = last.then(copy);
    last = made.catch(() => undefined); // The caller of `take` sees it.
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
