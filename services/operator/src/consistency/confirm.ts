import { setTimeout as sleep } from 'node:timers/promises';
import type { NamespaceCheck } from './consistency-check.ts';
import type { Finding } from './finding.ts';

const documentsAtOnce = 8;

type Look = (check: NamespaceCheck, documentId: string) => Promise<readonly Finding[]>;

async function lookAtAll(
  check: NamespaceCheck,
  documentIds: readonly string[],
  look: Look,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let start = 0; start < documentIds.length; start += documentsAtOnce) {
    const group = documentIds.slice(start, start + documentsAtOnce);
    found.push(...(await Promise.all(group.map((id) => look(check, id)))).flat());
  }
  return found;
}

/**
 * Looks closely at documents that a rough comparison suspects, and once more after a while at those of which something was found: a
 * finding is what both looks agree on.
 */
export async function* confirm(
  check: NamespaceCheck,
  documentIds: readonly string[],
  look: Look,
): AsyncGenerator<Finding> {
  const found = await lookAtAll(check, documentIds, look);
  if (found.length === 0) return;
  await sleep(check.settleMs, undefined, { signal: check.signal });
  const suspected = found.flatMap((finding) => ('documentId' in finding ? [finding.documentId] : []));
  yield* await lookAtAll(check, [...new Set(suspected)], look);
}
