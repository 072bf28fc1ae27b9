import { useSyncExternalStore } from 'react';

/** A value that several components share. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** A store that begins with a value. */
export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store, followed as it changes. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
