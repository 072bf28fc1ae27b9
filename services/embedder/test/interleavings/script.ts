import type { Script } from './fleet.ts';
import type { Request } from './requests.ts';
import { unreadable } from './serial-order.ts';

/** Each makes a chunk of its own, so that contents share some of their vectors. */
const paragraphs = [
  'The lighthouse on the northern cape was lit again.',
  'Every morning the baker brings bread to the harbour.',
  'No record names the gardener of the old walnut tree.',
  'The ferry leaves at nine and returns before dusk.',
];

const kinds = [
  'ingest',
  'ingest',
  'ingest',
  'update',
  'update',
  'resync',
  'delete',
  'cancel',
  'cancel',
] as const;

/** Writes what happens in one interleaving: three to seven requests about one or two documents, and what goes wrong meanwhile. */
export function writeScript(random: () => number): Script {
  const below = (limit: number) => Math.floor(random() * limit);
  const content = () => {
    if (random() < 0.08) return unreadable;
    return Array.from({ length: 1 + below(3) }, () => paragraphs[below(paragraphs.length)]).join('\n\n');
  };
  const documents = [
    { externalId: 'text', isPage: false },
    { externalId: 'page', isPage: true },
  ].slice(
    ...((
      [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const
    )[below(3)] ?? []),
  );
  const requests: Request[] = documents.map((document) => ({
    kind: 'ingest',
    content: content(),
    ...document,
  }));
  const resynced = new Set<string>();
  for (let count = 2 + below(5); count > 0; count -= 1) {
    const document = documents[below(documents.length)] as (typeof documents)[number];
    let kind = kinds[below(kinds.length)] as Request['kind'];
    // One resync of each, so that its run can be identified.
    if (kind === 'resync' && (!document.isPage || resynced.has(document.externalId))) kind = 'update';
    if (kind === 'resync') resynced.add(document.externalId);
    requests.push({ kind, content: content(), ...document });
  }
  // With four, a document often becomes a suspect that has to rest (decision 2); five would condemn it.
  const crashes = random() < 0.1 ? 4 : below(3);
  return { requests, page: content(), crashes, freezes: below(3), faults: below(3) };
}
