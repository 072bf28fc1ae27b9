import type { MeasuredTests } from './baseline.ts';

/** Orders files of tests so that most mistakes are noticed soon. */
export interface TestOrder {
  /** The tests for a mistake in a source: those first that are quick, and have noticed most of its others. */
  of(source: string, tests: readonly MeasuredTests[]): MeasuredTests[];
  note(source: string, testFile: string, hasNoticed: boolean): void;
}

/** Begins without a record: then the quickest come first. */
export function createTestOrder(): TestOrder {
  const records = new Map<string, { readonly runs: number; readonly noticed: number }>();
  const recordOf = (source: string, testFile: string) =>
    records.get(`${source} ${testFile}`) ?? { runs: 0, noticed: 0 };
  /** How long it takes on average until such tests have noticed a mistake. */
  function costOf(source: string, { testFile, durationMs }: MeasuredTests): number {
    const { runs, noticed } = recordOf(source, testFile);
    return (durationMs * (runs + 1)) / (noticed + 0.5);
  }
  return {
    of: (source, tests) => tests.toSorted((one, other) => costOf(source, one) - costOf(source, other)),
    note(source, testFile, hasNoticed) {
      const { runs, noticed } = recordOf(source, testFile);
      records.set(`${source} ${testFile}`, { runs: runs + 1, noticed: noticed + Number(hasNoticed) });
    },
  };
}
