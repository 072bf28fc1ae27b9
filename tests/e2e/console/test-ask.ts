import {
  answerExtractively,
  type ChatEmulator,
  chatEmulatorKey,
  eventually,
  screens,
  startChatEmulator,
} from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ingestText, waitForRun } from '../documents.ts';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';

/** Opens the page without the conversation of the test before, which a reload keeps. */
async function begin({ page, open }: ConsoleVisitor): Promise<void> {
  await open('/n/handbook/ask');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByText('Ask the documents').waitFor();
}

/** Questions to the namespace `handbook`, whose manual says on page 7 when the turbine is oiled. */
export function testAsk(world: () => TestConsole, visitor: () => ConsoleVisitor): void {
  let emulator: ChatEmulator;
  /** The text that the model writes in place of the sentence with most words of the question. */
  let written: string | undefined;
  let pauses = false;
  beforeAll(async () => {
    emulator = await startChatEmulator('OPENAI', {
      respond: (call) =>
        call.messages[0]?.content.startsWith('Rewrite')
          ? 'By how many people is the turbine oiled every second Thursday?'
          : (written ?? `${answerExtractively(call)} Albert Einstein forbids smoking.`),
      fault: () => (pauses ? { kind: 'hang' } : undefined),
    });
  });
  afterAll(() => emulator.close());

  test('without a chat model the page says which setting is missing', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/ask');
    await page.getByText('Answers need a chat model').waitFor();
    expect(await page.getByRole('textbox', { name: 'the setting for Ollama' }).inputValue()).toContain(
      'DEFAULT_CHAT_MODEL_CONFIG=',
    );
    await checkPage(visitor(), 'ask-without-model');
  });

  test('a question is answered, and its citation opens the PDF with the passage highlighted', async () => {
    const { page, open } = visitor();
    const { api } = world().fleet;
    const chatModelConfig = {
      provider: 'OPENAI',
      model: 'extractive',
      apiKey: chatEmulatorKey,
      baseUrl: `${emulator.url}/v1`,
    };
    const { status } = await api.request('PATCH', '/v1/namespaces/handbook', { chatModelConfig });
    expect(status).toBe(200);
    await open('/n/handbook/ask');
    await page.getByText('Ask the documents').waitFor();
    await page.getByLabel('Your question').fill('When is the turbine oiled?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const answer = page.getByRole('article', { name: 'When is the turbine oiled?' });
    await answer.getByText('The turbine is oiled every second Thursday').first().waitFor();
    await answer.getByText('One sentence of the model could not be verified').waitFor();
    expect(await answer.locator('.answer').textContent()).not.toContain('Einstein');
    await answer.getByText('One sentence of the model could not be verified').click();
    await answer.getByText('Albert Einstein forbids smoking.').waitFor();
    await answer.getByRole('button', { name: 'Copy the answer' }).waitFor();
    await checkPage(visitor(), 'ask');
    await answer.getByRole('link', { name: 'Source 1: manual.pdf' }).click();
    const viewer = page.getByRole('region', { name: 'Original of manual.pdf' });
    await viewer.getByText('Page 7 of 12').waitFor();
    // The words that are quoted are marked within their passage.
    await viewer.locator('.passage-mark-quote').first().waitFor();
    const around = await viewer.locator('.passage-mark-around').first().boundingBox();
    const quoted = await viewer.locator('.passage-mark-quote').first().boundingBox();
    expect(quoted?.height).toBeGreaterThan(0);
    expect(quoted?.width).toBeLessThanOrEqual((around?.width ?? 0) + 1);
    await page.locator('.chunk-text mark').first().waitFor();
    await checkPage(visitor());
    // The conversation outlives a look at its source, and a reload.
    await page.goBack();
    await answer.getByText('The turbine is oiled every second Thursday').first().waitFor();
    await page.reload();
    await answer.getByText('The turbine is oiled every second Thursday').first().waitFor();
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain('df_live_');
    await page.goForward();
    await viewer.locator('.passage-mark-quote').first().waitFor();
    // On a phone, where the page is long, the quoted words are what is seen.
    await page.setViewportSize(screens.phone);
    await page.reload();
    const mark = viewer.locator('.passage-mark-quote').first();
    await mark.waitFor();
    await eventually(async () => {
      const box = await mark.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect(box?.y).toBeLessThan(screens.phone.height);
    });
    // The lines of its passage are marked from their beginnings, wherever the quote begins.
    await eventually(async () => {
      const passage = await viewer.locator('.passage-mark-around').first().boundingBox();
      expect(passage?.x).toBeGreaterThanOrEqual((await viewer.boundingBox())?.x ?? Number.NaN);
    });
    await page.setViewportSize(screens.desktop);
  });

  test('tables and lists of an answer are shown as such, and the answer is stopped and tried once more', async () => {
    const { page } = visitor();
    const { api } = world().fleet;
    const text =
      'The ferry has two decks.\n\n| Deck | Seats |\n| --- | --- |\n| Upper | 40 |\n| Lower | 60 |';
    const { ingestJobRunId } = await ingestText(api, 'handbook', text, { name: 'ferry.md' });
    await waitForRun(api, 'handbook', ingestJobRunId, 60_000);
    written = '- The ferry has two decks [1: "The ferry has two decks"].\n- The ferry has decks [1].\n';
    await begin(visitor());
    await page.getByLabel('Your question').fill('How many decks has the ferry?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article', { name: 'How many decks has the ferry?' });
    await answer.locator('.answer li').nth(1).waitFor();
    expect(await answer.locator('.answer').textContent()).not.toMatch(/^- |\[1\]/);
    await checkPage(visitor());
    pauses = true;
    await answer.getByRole('button', { name: 'Try again' }).click();
    await answer.getByText('Reading the documents…').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await answer.getByText('Stopped.').waitFor();
    pauses = false;
    await answer.getByRole('button', { name: 'Try again' }).click();
    await answer.locator('.answer li').nth(1).waitFor();
    written = undefined;
  });

  test('where the document is quoted in place of a sentence, what the model wrote can be seen', async () => {
    const { page } = visitor();
    written = 'Yes, cars and lorries find room on three decks [1: "The ferry has two decks"].';
    await begin(visitor());
    await page.getByLabel('Your question').fill('How many decks has the ferry?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article', { name: 'How many decks has the ferry?' });
    await answer.getByText('“The ferry has two decks.”').first().waitFor();
    await answer.getByRole('link', { name: 'Source 1: ferry.md' }).waitFor();
    expect(await answer.locator('.answer').textContent()).not.toMatch(/Yes|lorries/);
    await answer.getByText('the document is quoted in its place').click();
    await answer.getByText('cars and lorries find room on three decks').waitFor();
    await checkPage(visitor());
    written = undefined;
  });

  test('an empty conversation offers the questions that are known of its documents', async () => {
    const { page } = visitor();
    const { api } = world().fleet;
    const text = 'Readings are kept in the gateway while its internet connection is down.';
    const { ingestJobRunId } = await ingestText(api, 'handbook', text, { name: 'product-faq.html' });
    await waitForRun(api, 'handbook', ingestJobRunId, 60_000);
    written = undefined;
    await begin(visitor());
    await page.reload();
    const examples = page.getByRole('list', { name: 'Example questions' }).getByRole('button');
    await examples.first().waitFor();
    expect(await examples.allTextContents()).toEqual([
      'What happens to the readings when the internet connection of the gateway is down?',
    ]);
    await examples.click();
    await page.getByRole('article').getByText('Readings are kept in the gateway').first().waitFor();
  });

  test('a quotation of Markdown is shown as formatted text, and is highlighted in its document', async () => {
    const { page } = visitor();
    const { api } = world().fleet;
    const text =
      '## Keys\n\nThe **spare key** of the boathouse hangs in the [porter’s lodge](https://example.com/lodge).';
    const { ingestJobRunId } = await ingestText(api, 'handbook', text, { name: 'keys.md' });
    await waitForRun(api, 'handbook', ingestJobRunId, 60_000);
    await begin(visitor());
    await page.getByLabel('Your question').fill('Where does the spare key of the boathouse hang?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article', { name: 'Where does the spare key of the boathouse hang?' });
    const source = answer.getByRole('list', { name: 'Sources' }).getByRole('listitem').first();
    await source.locator('strong', { hasText: 'spare key' }).waitFor();
    for (const shown of [source, answer.locator('.answer')])
      expect(await shown.textContent()).not.toMatch(/\*\*|\]\(|##/);
    expect(await source.getByRole('link').count()).toBe(1);
    await source.locator('mark', { hasText: 'boathouse' }).waitFor();
    await checkPage(visitor());
    await source.getByRole('link').click();
    await page.locator('.chunk-text mark').first().waitFor();
  });

  test('a follow-up is understood, judged, and shown as other programs send it', async () => {
    const { page } = visitor();
    await begin(visitor());
    await page.getByLabel('Your question').fill('When is the turbine oiled?');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).first().waitFor();
    // Sources are shown while the answer is still being written; until its end a question is not sent.
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await page.getByLabel('Ask a follow-up').fill('And by how many people?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article', { name: 'And by how many people?' });
    await answer.getByRole('button', { name: 'Good answer' }).click();
    await answer.getByText('Kept as a candidate of the golden set “Good answers”.').waitFor();
    const { api } = world().fleet;
    const sets = await api.request<{ goldenSets: { id: string }[] }>(
      'GET',
      '/v1/namespaces/handbook/golden-sets',
    );
    const [set] = sets.body.data.goldenSets;
    const kept = await api.request<{ questions: { question: string; status: string }[] }>(
      'GET',
      `/v1/namespaces/handbook/golden-sets/${set?.id}/questions`,
    );
    expect(kept.body.data.questions).toMatchObject([
      { question: 'And by how many people?', status: 'CANDIDATE' },
    ]);
    await page.getByRole('button', { name: 'Use in your program' }).click();
    for (const label of ['curl', 'TypeScript', 'Python']) {
      await page.getByRole('tab', { name: label }).click();
      expect(await page.getByRole('textbox', { name: `the question for ${label}` }).inputValue()).toContain(
        'And by how many people?',
      );
    }
    await checkPage(visitor());
  });
}
