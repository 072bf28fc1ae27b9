/** Output of jest with --json, as far as it is read here. */
export interface JestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const failedFilesOf = ({ testResults }: JestResults) =>
  testResults.filter(({ status }) => status === 'failed');

/** Files in which a test failed, or that broke before their first test. */
export const failedFiles = (results: JestResults): string[] => failedFilesOf(results).map(({ name }) => name);

/** Tests by their outcome; a file that broke before its first test counts as one failed. */
export function countTests(results: JestResults): Counts {
  const statuses = results.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  );
  const broken = failedFilesOf(results).filter(
    ({ assertionResults }) => !assertionResults.some(({ status }) => status === 'failed'),
  );
  return {
    passed: statuses.filter((status) => status === 'passed').length,
    failed: statuses.filter((status) => status === 'failed').length + broken.length,
  };
}

/** The results with those of files that were run again in place of their first ones. */
export function withRerun(first: JestResults, again: JestResults): JestResults {
  const names = new Set(again.testResults.map(({ name }) => name));
  return { testResults: [...first.testResults.filter(({ name }) => !names.has(name)), ...again.testResults] };
}
