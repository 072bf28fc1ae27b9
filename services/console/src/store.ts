import { useSyncExternalStore } from 'react';

/** Value that several components share. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after each change. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** Creates a store with an initial value. */
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

/** Returns the value of a store, and renders the component again when it changes. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
