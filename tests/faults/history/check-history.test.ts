import { createSeededRandom } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkHistory } from './check-history.ts';
import type { Operation } from './operation.ts';
import { type Defect, simulate } from './simulated-service.ts';

const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000);
const histories = 300;
const rulesBroken = (history: readonly Operation[]) => new Set(checkHistory(history).map(({ rule }) => rule));

test(`a service that keeps its promises breaks no rule, in ${histories} histories (HISTORY_SEED=${seed})`, () => {
  for (let index = 0; index < histories; index += 1)
    expect([index, checkHistory(simulate(createSeededRandom(seed + index)))]).toEqual([index, []]);
});

test.each<[Defect, string]>([
  ['search reads a copy that is behind', 'nothing is found after its deletion was acknowledged'],
  ['a late worker makes its old content visible', 'no older content is seen after a newer one'],
  ['a repeated request is done again', 'a key has one result'],
])('%s: found, and named by its rule', (defect, rule) => {
  const broken = Array.from({ length: histories }, (_, index) =>
    rulesBroken(simulate(createSeededRandom(seed + index), defect)),
  );
  // A history may pass without the moment in which the defect shows.
  expect(broken.filter((rules) => rules.has(rule)).length).toBeGreaterThan(histories / 10);
});

const at = (start: number, end: number) => ({ start, end });

test.each<[string, Operation[], string[]]>([
  [
    'a read that was under way when the deletion was acknowledged',
    [
      { kind: 'delete', documentIds: ['a'], ...at(0, 10) },
      { kind: 'read', found: [{ documentId: 'a' }], ...at(9, 20) },
    ],
    [],
  ],
  [
    'two reads that overlap',
    [
      { kind: 'read', found: [{ documentId: 'a', revision: 2 }], ...at(0, 10) },
      { kind: 'read', found: [{ documentId: 'a', revision: 1 }], ...at(5, 20) },
    ],
    [],
  ],
  [
    'a revision that goes back',
    [
      { kind: 'read', found: [{ documentId: 'a', revision: 2 }], ...at(0, 10) },
      { kind: 'read', found: [{ documentId: 'a', revision: 1 }], ...at(11, 20) },
    ],
    ['revisions do not go back'],
  ],
  [
    'an event that comes twice under one id, and another under two',
    [
      { kind: 'event', change: 'READY a run', requestId: '1', ...at(0, 0) },
      { kind: 'event', change: 'READY a run', requestId: '1', ...at(1, 1) },
      { kind: 'event', change: 'READY b run', requestId: '2', ...at(2, 2) },
      { kind: 'event', change: 'READY b run', requestId: '3', ...at(3, 3) },
    ],
    ['a change has one event'],
  ],
  [
    'a run that lost a document',
    [{ kind: 'run', runId: 'run', total: 3, ended: 1, unfinished: 1, ...at(0, 1) }],
    ['runs add up'],
  ],
  [
    'content that was shown before it was sent',
    [
      { kind: 'write', documentId: 'a', version: 1, ...at(30, 40) },
      { kind: 'read', found: [{ documentId: 'a', versions: [1] }], ...at(0, 10) },
    ],
    ['nothing is seen before it was sent'],
  ],
])('%s', (_, history, broken) => {
  expect([...rulesBroken(history)]).toEqual(broken);
});
