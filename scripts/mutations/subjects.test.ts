import { expect, test } from '@jest/globals';
import { subjects } from './subjects.ts';

test('mistakes are planted into what removes documents and namespaces, and into the fetching of items', () => {
  const sources = subjects().flatMap((subject) => subject.sources);
  expect(sources).toEqual(
    expect.arrayContaining([
      'services/embedder/src/purge-documents.ts',
      'services/embedder/src/purge-namespace.ts',
      'services/embedder/src/clean-document.ts',
      'packages/core/domain/src/namespace/delete-namespace.ts',
      'services/connector-sync/src/fetch-item.ts',
    ]),
  );
});
