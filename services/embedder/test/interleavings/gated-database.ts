import type { Database } from '@docfleet/domain/database';
import type { Player } from './stage.ts';

type Callable = (...args: unknown[]) => Promise<unknown>;

/** A database whose every statement, and every transaction as a whole, waits for the player's turn. */
export function gateDatabase(database: Database, player: Player): Database {
  const gate =
    (name: string, call: Callable) =>
    (...args: unknown[]) =>
      player.step(`${name}${describe(args)}`, () => call(...args));
  const wrap = (target: object, path: string): unknown =>
    new Proxy(target, {
      get(inner, key) {
        const value = Reflect.get(inner, key) as unknown;
        if (typeof key === 'symbol') return value;
        const name = path ? `${path}.${key}` : key;
        if (typeof value === 'function') return gate(name, (value as Callable).bind(inner));
        return typeof value === 'object' && value !== null ? wrap(value, name) : value;
      },
    });
  return wrap(database, '') as Database;
}

/** The part that identifies a statement. */
function describe([first]: unknown[]): string {
  const text = Array.isArray(first) ? first.join('?') : '';
  return text ? ` ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}` : '';
}
