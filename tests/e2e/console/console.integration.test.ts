import { chromiumPath, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { seedHostile, seedMany } from './seed.ts';
import { type ConsoleVisitor, startConsole, type TestConsole } from './start-console.ts';
import { testAsk } from './test-ask.ts';
import { type Known, testDocuments } from './test-documents.ts';
import { testFaults } from './test-faults.ts';
import { testFaultsOfPages } from './test-faults-of-pages.ts';
import { contentLines, testHostile } from './test-hostile.ts';
import { testLooks } from './test-looks.ts';
import { testNamespaces } from './test-namespaces.ts';
import { testPassage } from './test-passage.ts';
import { testShell } from './test-shell.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

/** One page in twelve says what is searched for. */
const manual = Array.from({ length: 12 }, (_, index) =>
  Array(6)
    .fill(
      index === 6
        ? 'The turbine is oiled every second Thursday, by two people.'
        : `Part ${index + 1} is about bridges of wood and of stone.`,
    )
    .join('\n'),
);

const guests = 'Guests park for free on level two. '.repeat(60);

/** A page for each text, which says it, a line for each of its lines. */
function pdfOf(...texts: readonly string[]): string {
  const kids = texts.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...texts.flatMap((text, index) => {
      const lines = text.split('\n').map((line) => `(${line}) '`);
      const content = `BT /F1 12 Tf 14 TL 72 400 Td ${lines.join(' ')} ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${content.length}>>stream\n${content}\nendstream`,
      ];
    }),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`;
}

/** Seeds the namespace: some documents that were really ingested, and many rows that look like such. */
async function prepare({ fleet }: TestConsole): Promise<Known> {
  const { api } = fleet;
  await Promise.all(['handbook', 'many', 'hostile'].map((name) => createNamespace(api, name)));
  const upload = async (name: string, content: string, fields: Readonly<Record<string, string>> = {}) => {
    const { body } = await api.upload<{ ingestJobRunId: string; documents: { id: string }[] }>(
      '/v1/ingest/file',
      { namespaceId: 'handbook', ...fields },
      { name, content },
    );
    return body.data;
  };
  const texts = [
    await ingestText(api, 'handbook', guests, { name: 'guests.txt' }, { chunkSize: 60, chunkOverlap: 10 }),
    await ingestText(api, 'handbook', 'Parking is free for guests.', { name: 'parking.txt' }),
  ];
  const files = [
    await upload('parking.pdf', pdfOf(guests.slice(0, 34))),
    await upload('broken.pdf', '%PDF-1.4 no'),
    await upload('manual.pdf', pdfOf(...manual), { chunkConfig: '{"chunkSize":60,"chunkOverlap":0}' }),
  ];
  const everything = await ingestText(api, 'hostile', contentLines.join('\n\n'), { name: 'everything.txt' });
  await Promise.all([
    ...[...texts, ...files].map(({ ingestJobRunId }) => waitForRun(api, 'handbook', ingestJobRunId, 60_000)),
    waitForRun(api, 'hostile', everything.ingestJobRunId, 60_000),
    seedMany(fleet, 'many'),
    seedHostile(fleet, 'hostile'),
  ]);
  const [cut, pdf, failed] = [texts[0], files[0], files[1]].map(
    (accepted) => accepted?.documents[0]?.id ?? '',
  );
  return { cut: cut ?? '', pdf: pdf ?? '', failed: failed ?? '', run: texts[0]?.ingestJobRunId ?? '' };
}

describeWithBrowser('the console, in Chromium', () => {
  let world: TestConsole;
  let visitor: ConsoleVisitor;
  let known: Known;
  beforeAll(async () => {
    world = await startConsole({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' });
    known = await prepare(world);
    visitor = await world.visitAs(world.fleet.apiKey);
  }, 240_000);
  afterAll(() => world?.close());

  testShell(
    () => world,
    () => visitor,
  );
  testDocuments(
    () => visitor,
    () => known,
  );
  testPassage(() => visitor);
  testAsk(
    () => world,
    () => visitor,
  );
  testNamespaces(() => visitor);
  testFaults(
    () => world,
    () => visitor,
  );
  testFaultsOfPages(
    () => world,
    () => visitor,
    () => known,
  );
  testHostile(() => visitor);
  testLooks(() => visitor);
});
