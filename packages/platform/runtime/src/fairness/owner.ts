import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The owner of work, from the outside in: organization, namespace, tenant. Organizations share evenly, then the namespaces of one, then the
 * tenants of a namespace.
 */
export type Owner = readonly string[];

/** Returns a key for each level of an owner, the organization's first. */
export const levelsOf = (owner: Owner): string[] =>
  owner.map((_, index) => owner.slice(0, index + 1).join('/'));

const current = new AsyncLocalStorage<Owner>();

/** Runs work on behalf of an owner: resources that it waits for are divided among owners. */
export const withOwner = <Result>(owner: Owner, work: () => Result): Result => current.run(owner, work);

/** Returns the owner on whose behalf this is done; all work without one has the same. */
export const currentOwner = (): Owner => current.getStore() ?? [''];
