import { setTimeout as sleep } from 'node:timers/promises';
import type { NamespaceExamination } from './examination.ts';
import type { Finding } from './finding.ts';

const documentsAtOnce = 8;

type Look = (examination: NamespaceExamination, documentId: string) => Promise<readonly Finding[]>;

async function lookAtAll(
  examination: NamespaceExamination,
  documentIds: readonly string[],
  look: Look,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (let start = 0; start < documentIds.length; start += documentsAtOnce) {
    const group = documentIds.slice(start, start + documentsAtOnce);
    found.push(...(await Promise.all(group.map((id) => look(examination, id)))).flat());
  }
  return found;
}

/**
 * Looks closely at documents that a rough comparison suspects, and once more after a while at those of which something was found: a
 * finding is what both looks agree on.
 */
export async function* confirm(
  examination: NamespaceExamination,
  documentIds: readonly string[],
  look: Look,
): AsyncGenerator<Finding> {
  const found = await lookAtAll(examination, documentIds, look);
  if (found.length === 0) return;
  await sleep(examination.settleMs, undefined, { signal: examination.signal });
  const suspected = found.flatMap((finding) => ('documentId' in finding ? [finding.documentId] : []));
  yield* await lookAtAll(examination, [...new Set(suspected)], look);
}
