import type { Document } from '@docfleet/sdk';
import { afterAll, expect, test } from '@jest/globals';
import { isOver, reasonOf, type Upload } from './upload.ts';

// The queue is loaded into a page: it reads the address, and listens to its end.
Object.assign(globalThis, { location: { origin: 'http://docfleet' }, addEventListener() {} });
afterAll(() => {
  for (const name of ['location', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
});
const { noteDocuments, uploads } = await import('./upload-queue.ts');

const accepted = (documentId: string) =>
  ({
    path: documentId,
    state: { kind: 'accepted', documentId, runId: 'r', status: 'QUEUED', error: null },
  }) as Upload;

test('the upload of a document that was deleted elsewhere is over, and says so; those of others go on', () => {
  uploads.set(['kept', 'deleted', 'not asked for'].map(accepted));
  const kept = { id: 'kept', ingestionStatus: 'PROCESSING', ingestionError: null } as unknown as Document;
  noteDocuments(['kept', 'deleted'], [kept]);
  expect(uploads.get().map((upload) => [upload.path, isOver(upload), reasonOf(upload)])).toEqual([
    ['kept', false, undefined],
    ['deleted', true, 'The document was deleted'],
    ['not asked for', false, undefined],
  ]);
});
