import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answerExtractively,
  type BucketFake,
  type ChatEmulator,
  chatEmulatorKey,
  type StubServer,
  sitemapOf,
  startBucketFake,
  startChatEmulator,
  startStubServer,
  startWebSite,
  type WebSite,
  webPage,
} from '@docfleet/testing';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { ingestText, waitForRun } from '../documents.ts';
import { joinFleet, type TestFleet } from '../test-fleet.ts';
import { type Example, openExamples, readExamples } from './examples.ts';
import { handbookPdf, openWorkspace, type Workspace } from './open-workspace.ts';

export const lunch = 'On Fridays the canteen serves lentil stew for lunch.';

/** Receives webhooks. */
export let receiver: StubServer;
export let allExamples: readonly Example[];
export let examples: ReturnType<typeof openExamples>;
/** The workspace that `open` opened last. */
export let workspace: Workspace;

let fleet: TestFleet;
let site: WebSite;
let bucket: BucketFake;
let chat: ChatEmulator;

beforeAll(async () => {
  allExamples = await readExamples();
  examples = openExamples(allExamples);
  [fleet, bucket, chat, receiver] = await Promise.all([
    joinFleet(),
    startBucketFake(),
    startChatEmulator('OPENAI', { respond: answerExtractively }),
    startStubServer(() => ({ status: 204, body: '' })),
  ]);
  site = await startWebSite({
    '/': webPage({ title: 'Docs', text: 'The documentation of the zoo.', links: ['/guides/okapi'] }),
    '/guides/okapi': webPage({ title: 'Okapi', text: 'The okapi feeder opens at dawn.' }),
    '/pricing': webPage({ title: 'Pricing', text: 'A ticket costs twelve euros.' }),
    '/large.pdf': { headers: { 'content-type': 'application/pdf' }, body: handbookPdf },
  });
  site.pages.set('/sitemap.xml', sitemapOf([`${site.url}/guides/okapi`, `${site.url}/pricing`]));
  bucket.put('/handbook/leave.md', '# Leave\n\nEveryone has thirty days of leave.');
}, 240_000);
let isOpen = false;
afterEach(async () => {
  if (isOpen) await workspace.close();
  isOpen = false;
});
afterAll(async () => {
  await Promise.all([site, receiver, bucket, chat].map((server) => server?.close()));
  await fleet?.remove();
});

/** The runnable examples, with the addresses and secrets of this test in the place of those that readers replace. */
export const blocks = (file: string, language: string): string[] =>
  examples
    .select(file, language)
    .map((code) => replacements().reduce((text, [from, to]) => text.replaceAll(from, to), code));

const replacements = (): readonly (readonly [string, string])[] => [
  ['https://example.com/hooks/docfleet', `${receiver.url}/hooks/docfleet`],
  ['http://localhost:4000', fleet.url],
  ['localhost:4000', new URL(fleet.url).host],
  ['https://s3.eu-central-1.amazonaws.com', bucket.url],
  ['"company-documents"', `"${bucket.bucket}"`],
  ['AKIA…', bucket.accessKeyId],
  ['"secretAccessKey": "…"', `"secretAccessKey": "${bucket.token}"`],
  ['https://docs.example.com', site.url],
  ['https://example.com', site.url],
  ['df_live_…', workspace.apiKey],
];

/** Opens a workspace with the files that examples read, and these namespaces; `quickstart` holds the text of the README. */
export async function open(namespaces: readonly string[]): Promise<void> {
  const baseUrl = `${chat.url}/v1`;
  const chatModelConfig = { provider: 'OPENAI', model: 'extractive', apiKey: chatEmulatorKey, baseUrl };
  workspace = await openWorkspace(fleet, namespaces, { chatModelConfig });
  isOpen = true;
  await Promise.all(['notes', 'docs'].map((name) => mkdir(join(workspace.folder, name))));
  const okapi = '# Okapi\n\nThe okapi feeder opens at dawn. Parental leave lasts a year.';
  const files = {
    'handbook.pdf': handbookPdf,
    'notes.md': okapi,
    'notes/okapi.md': okapi,
    'docs/zoo.md': okapi,
    'questions.jsonl': JSON.stringify({ question: lunch, relevant: [{ name: 'lunch' }] }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(workspace.folder, name), content);
  if (!namespaces.includes('quickstart')) return;
  const { ingestJobRunId } = await ingestText(workspace.api, 'quickstart', lunch, { name: 'lunch' });
  await waitForRun(workspace.api, 'quickstart', ingestJobRunId);
}
