import type { Owner } from './owner.ts';

/** Items that wait, of which owners take turns: organizations first, then the namespaces of one, and so on. */
export interface FairQueue<Item> {
  push(owner: Owner, item: Item): void;
  /** Removes and returns the next item; undefined when nothing waits. */
  shift(): Item | undefined;
  readonly size: number;
}

interface Level<Item> {
  /** Items of this very owner, and the position of the next one: removing from the front of an array moves all others. */
  readonly items: Item[];
  next: number;
  /** The levels below, the one whose turn it is first. */
  readonly below: Map<string, Level<Item>>;
}

const openLevel = <Item>(): Level<Item> => ({ items: [], next: 0, below: new Map() });

const isEmpty = <Item>({ items, next, below }: Level<Item>) => next === items.length && below.size === 0;

function takeFrom<Item>(level: Level<Item>): Item | undefined {
  if (level.next < level.items.length) {
    const item = level.items[level.next];
    level.next += 1;
    if (level.next === level.items.length) {
      level.items.length = 0;
      level.next = 0;
    }
    return item;
  }
  const [first] = level.below;
  if (!first) return undefined;
  const [name, child] = first;
  const item = takeFrom(child);
  // Its next turn comes after all others'.
  level.below.delete(name);
  if (!isEmpty(child)) level.below.set(name, child);
  return item;
}

/** Opens an empty queue; adding and removing cost the same however many wait. */
export function createFairQueue<Item>(): FairQueue<Item> {
  const root = openLevel<Item>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(owner, item) {
      let level = root;
      for (const name of owner) {
        const child = level.below.get(name) ?? openLevel<Item>();
        level.below.set(name, child);
        level = child;
      }
      level.items.push(item);
      size += 1;
    },
    shift() {
      if (size === 0) return undefined;
      size -= 1;
      return takeFrom(root);
    },
  };
}

/** Returns the items in the order in which their owners take turns, each owner's own in their order. */
export function inTurns<Item extends { readonly owner: Owner }>(items: readonly Item[]): Item[] {
  const queue = createFairQueue<Item>();
  for (const item of items) queue.push(item.owner, item);
  return Array.from({ length: queue.size }, () => queue.shift() as Item);
}
