import { chromiumPath, runWhere } from '@docfleet/testing';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { createNamespace, ingestText, waitForRun } from '../documents.ts';
import { seedHostile, seedMany } from './seed.ts';
import { type ConsoleVisitor, startConsole, type TestConsole } from './start-console.ts';
import { type Known, testDocuments } from './test-documents.ts';
import { testFaults } from './test-faults.ts';
import { testFaultsOfPages } from './test-faults-of-pages.ts';
import { contentLines, testHostile } from './test-hostile.ts';
import { testNamespaces } from './test-namespaces.ts';
import { testShell } from './test-shell.ts';

const describeWithBrowser = runWhere(describe, chromiumPath !== undefined, 'no Chromium is installed');

const guests = 'Guests park for free on level two. '.repeat(60);

/** One page that says what the text says. */
function pdfOf(text: string): string {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  return `${pdf}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`;
}

/** What is looked at: some documents that went the whole way, and many that look like it. */
async function prepare({ fleet }: TestConsole): Promise<Known> {
  const { api } = fleet;
  await Promise.all(['handbook', 'many', 'hostile'].map((name) => createNamespace(api, name)));
  const upload = async (name: string, content: string) => {
    const { body } = await api.upload<{ ingestJobRunId: string; documents: { id: string }[] }>(
      '/v1/ingest/file',
      { namespaceId: 'handbook' },
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
    world = await startConsole();
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
});
