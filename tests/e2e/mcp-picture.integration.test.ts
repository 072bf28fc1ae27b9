import { readFile } from 'node:fs/promises';
import { createDocfleetClient } from '@docfleet/sdk';
import { runWhere, startBrowser } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { callTool, connectByHttp } from './assistant.ts';
import { joinFleet } from './test-fleet.ts';

const takesPictures = process.env['SCREENSHOTS'] === '1';
const testPicture = runWhere(test, takesPictures, 'SCREENSHOTS=1 draws the picture of docs/guides/mcp.md');

const namespace = 'handbook';
const documents = [
  'employee-handbook.md',
  'canteen-lentil-stew.txt',
  'postmortem-2026-03-12-reading-delay.md',
];
const maxAnswerLength = 700;

interface Step {
  readonly tool: string;
  readonly given: Record<string, unknown>;
  readonly text: string;
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const drawStep = ({ tool, given, text }: Step) => {
  const shown = text.length > maxAnswerLength ? `${text.slice(0, maxAnswerLength)} …` : text;
  return `<h2>${tool} <code>${escapeHtml(JSON.stringify(given))}</code></h2><pre>${escapeHtml(shown)}</pre>`;
};

const page = (steps: readonly Step[]) => `<!doctype html><style>
  body { margin: 0; padding: 28px 32px; background: #14171f; color: #d7dce5; font: 14px/1.5 system-ui, sans-serif; }
  h2 { margin: 0 0 6px; font-size: 14px; color: #7cc4ff; }
  code { color: #9aa4b5; font: 12.5px ui-monospace, monospace; }
  pre { margin: 0 0 22px; padding: 12px 14px; border-radius: 8px; background: #1d222d; white-space: pre-wrap; font: 12.5px/1.5 ui-monospace, monospace; }
</style>${steps.map(drawStep).join('')}`;

testPicture(
  'the picture of the guide is drawn from a session',
  async () => {
    const fleet = await joinFleet();
    const browser = await startBrowser();
    try {
      const sdk = createDocfleetClient({ baseUrl: fleet.url, apiKey: fleet.apiKey });
      await sdk.namespaces.create({ name: namespace });
      for (const name of documents) {
        const content = await readFile(new URL(`../../examples/documents/${name}`, import.meta.url));
        const run = await sdk.ingest.file({ namespaceId: namespace, file: new File([content], name) });
        await sdk.waitForRun({ namespaceId: namespace, ...run });
      }
      const { key } = await sdk.apiKeys.create({ name: 'assistant', scopes: ['read'] });
      const client = await connectByHttp({ url: fleet.url, apiKey: key });
      const steps: Step[] = [];
      for (const [tool, given] of [
        ['get_namespace', { namespace }],
        ['search', { namespace, query: 'How is the lentil stew made?', topK: 1 }],
        ['list_documents', { namespace }],
        ['delete_documents', { namespace, documentIds: ['…'] }],
      ] as const)
        steps.push({ tool, given, text: (await callTool(client, tool, given)).text });
      await client.close();
      const view = await browser.newPage({ viewport: { width: 900, height: 200 }, deviceScaleFactor: 1.5 });
      await view.setContent(page(steps));
      const path = 'docs/guides/images/mcp-session.png';
      expect((await view.screenshot({ path, fullPage: true })).length).toBeGreaterThan(10_000);
    } finally {
      await browser.close();
      await fleet.remove();
    }
  },
  240_000,
);
