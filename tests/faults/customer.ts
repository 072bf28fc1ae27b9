import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom } from '@docfleet/testing';
import { textBody } from '../e2e/documents.ts';
import { type FaultFleet, type NamespaceName, namespaces } from './fault-fleet.ts';

/** A document as its owner believes it to be. */
interface Owned {
  readonly id: string;
  readonly namespaceId: NamespaceName;
  readonly text: string;
  /** Number of contents that the customer has submitted for the document. */
  readonly requests: number;
}

/** A customer that ingests, changes and deletes texts, and repeats each request until it was accepted. */
export interface Customer {
  /** The documents that must be there, by their external id. */
  readonly documents: Map<string, Owned>;
  /** Number of unexpected and missing responses, by response. */
  readonly refusals: { readonly [response: string]: number };
  /** The longest that any request has taken since it was set to 0, answered or not. */
  slowestMs: number;
  /** Ingests `count` new texts, eight at a time. */
  ingest(count: number): Promise<void>;
  /** Changes a share of what there is, and deletes another; nothing of what is under way. */
  change(share: number): Promise<void>;
  /** Deletes the oldest documents until `count` are left. */
  keep(count: number): Promise<void>;
}

const waitTimeoutMs = 120_000;
const maxDeletedAtOnce = 100;
const again = { every: 150, atOnce: 8 };
const tenants = [undefined, 'acme', 'umbrella'];
const chunkConfig = { chunkSize: 120, chunkOverlap: 12 };

async function forEachSome<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: again.atOnce }, work));
}

/** Opens a customer whose choices come from the seed. */
export function createCustomer({ api }: Pick<FaultFleet, 'api'>, seed: number): Customer {
  const random = createSeededRandom(seed);
  const documents = new Map<string, Owned>();
  const refusals: Record<string, number> = {};
  let made = 0;
  let texts = 0;

  const writeText = (externalId: string) =>
    Array.from(
      { length: 2 + Math.floor(random() * 12) },
      (_, part) =>
        `Paragraph ${part} of ${externalId}: ${Array.from({ length: 8 }, () => Math.floor(random() * 1e6)).join(' ')}.`,
    ).join('\n\n');

  async function sendUntilAccepted(
    accepted: readonly number[],
    ...[method, path, body, headers = {}]: Parameters<FaultFleet['api']['request']>
  ) {
    const key = { 'idempotency-key': `${method}-${made++}` };
    for (const deadline = Date.now() + waitTimeoutMs; ; await pause(again.every)) {
      const startedAt = Date.now();
      const response = await api
        .request<{ documents?: { id: string }[] }>(method, path, body, {
          ...headers,
          ...(method === 'POST' && key),
        })
        .catch((error: Error) => ({ failure: String(error.cause ?? error.message) }));
      customer.slowestMs = Math.max(customer.slowestMs, Date.now() - startedAt);
      if ('status' in response && accepted.includes(response.status)) return response;
      const what =
        'failure' in response
          ? `no answer: ${response.failure}`
          : String(response.body.error?.code ?? response.status);
      refusals[what] = (refusals[what] ?? 0) + 1;
      if (Date.now() > deadline) throw new Error(`${method} ${path} was not accepted: ${what}`);
    }
  }

  async function ingestOne(number: number): Promise<void> {
    const externalId = `text-${number}`;
    const namespaceId = namespaces[number % namespaces.length] as NamespaceName;
    const tenant = tenants[number % tenants.length];
    const text = writeText(externalId);
    const { body } = await sendUntilAccepted(
      [202],
      'POST',
      '/v1/ingest/text',
      textBody(namespaceId, text, { externalId }, chunkConfig),
      tenant ? { 'x-tenant-id': tenant } : {},
    );
    const id = body.data.documents?.[0]?.id ?? '';
    documents.set(externalId, { id, namespaceId, text, requests: 1 });
  }

  async function update(externalId: string, owned: Owned): Promise<void> {
    const kept = owned.text.split('\n\n').slice(0, -1).join('\n\n');
    const text = `${kept}\n\n${writeText(externalId)}`;
    const { namespaceId, requests } = owned;
    await sendUntilAccepted([202], 'PATCH', `/v1/documents/${owned.id}`, { namespaceId, content: text });
    documents.set(externalId, { ...owned, text, requests: requests + 1 });
  }

  async function remove(namespaceId: NamespaceName, owned: (readonly [string, Owned])[]): Promise<void> {
    for (let first = 0; first < owned.length; first += maxDeletedAtOnce) {
      const some = owned.slice(first, first + maxDeletedAtOnce);
      // An answer that was lost makes the next one find nothing.
      const body = { namespaceId, filterConfig: { documentIds: some.map(([, { id }]) => id) } };
      await sendUntilAccepted([202, 404], 'DELETE', '/v1/documents', body);
      for (const [externalId] of some) documents.delete(externalId);
    }
  }

  const customer: Customer = {
    documents,
    refusals,
    slowestMs: 0,
    async ingest(count) {
      const first = texts;
      texts += count;
      await forEachSome(
        Array.from({ length: count }, (_, index) => first + index),
        ingestOne,
      );
    },
    async keep(count) {
      const old = [...documents].slice(0, Math.max(0, documents.size - count));
      const byNamespace = Map.groupBy(old, ([, { namespaceId }]) => namespaceId);
      for (const [namespaceId, owned] of byNamespace) await remove(namespaceId, owned);
    },
    change: (share) =>
      forEachSome([...documents], async ([externalId, owned]) => {
        const choice = random();
        if (choice < share) await update(externalId, owned);
        else if (choice < 1.5 * share) await remove(owned.namespaceId, [[externalId, owned]]);
      }),
  };
  return customer;
}
