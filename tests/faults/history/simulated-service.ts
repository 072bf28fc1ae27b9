import type { Operation } from './operation.ts';

/** Fault of a simulated service. */
export type Defect =
  | 'search reads a copy that is behind'
  | 'a late worker makes its old content visible'
  | 'a repeated request is done again';

interface State {
  /** Version of each living document that is visible. */
  readonly visible: Map<string, number>;
  readonly deleted: Set<string>;
}

const documents = ['a', 'b', 'c'];
const steps = 120;

const copyOf = ({ visible, deleted }: State): State => ({
  visible: new Map(visible),
  deleted: new Set(deleted),
});

/** A service whose requests take effect at one moment between their start and their end; what clients saw of it. */
export function simulate(random: () => number, defect?: Defect): Operation[] {
  const history: Operation[] = [];
  const state: State = { visible: new Map(), deleted: new Set() };
  const past: State[] = [];
  const sent = new Map<string, number>();
  const pick = () => documents[Math.floor(random() * documents.length)] as string;
  let now = 0;
  let results = 0;

  /** Requests overlap: each began some time before the moment of its effect and ends some time after. */
  const around = () => ({ start: now - random() * 3, end: now + random() * 3 });

  function write(documentId: string): void {
    if (state.deleted.has(documentId)) return;
    const version = (sent.get(documentId) ?? 0) + 1;
    sent.set(documentId, version);
    history.push({ kind: 'write', documentId, version, ...around() });
    state.visible.set(documentId, version);
  }

  function work(documentId: string): void {
    const version = state.visible.get(documentId);
    if (defect === 'a late worker makes its old content visible' && version !== undefined && version > 1)
      state.visible.set(documentId, version - 1);
  }

  function remove(documentId: string): void {
    if (!state.visible.delete(documentId)) return;
    state.deleted.add(documentId);
    history.push({ kind: 'delete', documentIds: [documentId], ...around() });
  }

  function read(): void {
    const isBehind = defect === 'search reads a copy that is behind' && random() < 0.5;
    const { visible } = (isBehind && past.at(-12)) || state;
    const found = [...visible].map(([documentId, version]) => ({ documentId, versions: [version] }));
    history.push({ kind: 'read', found, ...around() });
  }

  function repeat(): void {
    const key = `key ${now}`;
    const first = `result ${results++}`;
    const again = defect === 'a repeated request is done again' ? `result ${results++}` : first;
    for (const result of [first, again]) history.push({ kind: 'keyed', key, result, ...around() });
  }

  for (let step = 0; step < steps; step += 1) {
    now += 1 + random();
    past.push(copyOf(state));
    const choice = random();
    if (choice < 0.3) write(pick());
    else if (choice < 0.4) work(pick());
    else if (choice < 0.45) remove(pick());
    else if (choice < 0.9) read();
    else repeat();
  }
  return history;
}
