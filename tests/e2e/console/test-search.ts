import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import type { ConsoleVisitor, TestConsole } from './start-console.ts';

/** Translates a page as Chromium does, which puts each text into elements of its own: https://github.com/facebook/react/issues/11538. */
const translate = `(() => {
  const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let text = nodes.nextNode(); text; text = nodes.nextNode()) texts.push(text);
  for (const text of texts) {
    if (text.parentElement.closest('[translate=no], script, style, textarea') || !text.data.trim()) continue;
    const font = document.createElement('font');
    font.textContent = text.data;
    text.replaceWith(font);
  }
})()`;

/** Runs a command of docfleet in a shell, as a user pastes it, and returns its output. */
async function runInShell(command: string, { url, apiKey }: TestConsole['fleet']): Promise<string> {
  const script = `docfleet() { "$NODE" packages/clients/cli/src/main.ts "$@"; }\n${command}`;
  const env = {
    NODE: process.execPath,
    DOCFLEET_URL: url,
    DOCFLEET_API_KEY: apiKey,
    XDG_CONFIG_HOME: '/nonexistent',
  };
  return (await promisify(execFile)('/bin/sh', ['-c', script], { env })).stdout;
}

/** Tests the search of documents in the namespace `handbook`. */
export function testSearch(world: () => TestConsole, visitor: () => ConsoleVisitor): void {
  const shown = (text: string) => visitor().page.getByText(text).first().waitFor();

  test('a question finds its passage, both ways side by side, with the words marked', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/overview');
    await page.getByRole('link', { name: 'Search', exact: true }).last().click();
    await page.getByText('Enter a question or words').waitFor();
    await page.getByLabel('What are you looking for?').fill('where can guests park');
    const hybrid = page.getByRole('region', { name: 'Meaning and words' });
    const best = hybrid.locator('.result').first();
    await best.getByRole('link', { name: 'office/parking.md' }).waitFor();
    await page.getByRole('region', { name: 'Meaning', exact: true }).getByRole('listitem').first().waitFor();
    expect(await best.locator('mark').allTextContents()).toEqual(['Parking', 'Parking', 'guests']);
    await best.getByRole('list', { name: 'Parts of the score' }).getByText('words').waitFor();
    const parts = await best.locator('.score-parts > li').allTextContents();
    const [semantic = 0, keyword = 0] = parts.map((part) => Number.parseFloat(part));
    expect(parts.slice(2).map((part) => part.split(' ')[0])).toEqual(['guests', 'park']);
    expect(semantic + keyword).toBeCloseTo(Number(await best.locator('.score strong').textContent()), 2);
    expect(await hybrid.locator('.timing').count()).toBe(5);
    // On a phone one follows the other.
    expect(await page.locator('.result-list h2').allTextContents()).toEqual(['Meaning and words', 'Meaning']);
    await checkPage(visitor(), 'search');
    expect(page.url()).toContain('q=where');
    await page.reload();
    await best.getByRole('link', { name: 'office/parking.md' }).click();
    await page.locator('.chunk-number:focus').waitFor();
    await shown('Chunk 0: ');
    await page.locator('.chunk-active', { hasText: 'Parking behind the house' }).waitFor();
  });

  test('a question in a language that the model does not read is answered with a notice', async () => {
    const { page, open } = visitor();
    await open(
      '/n/handbook/search?q=Wo+kann+ich+als+Gast+mein+Auto+parken%3F+Ich+habe+keine+Karte&mode=semantic',
    );
    await page.getByRole('region', { name: 'The results are limited' }).getByText('in German').waitFor();
    await checkPage(visitor());
  });

  test('why a document is not found is said: where it ranks, that it failed, that a condition leaves it out', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/search?q=where+can+guests+park&top=1&mode=hybrid');
    await page.getByText('Why is my document not found?').click();
    await page.getByLabel('Document', { exact: true }).fill('office/rules');
    await page.getByRole('button', { name: 'office/rules/leave.txt' }).click();
    await shown('The number of results is 1: increase it to');
    await page.getByLabel('Document', { exact: true }).fill('office/broken');
    await page.getByRole('button', { name: 'office/broken.pdf' }).click();
    await shown('It is not ingested: failed');
    await checkPage(visitor(), 'search-why');
    await page.getByText('Filters and limits').click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field', { exact: true }).fill('team');
    await page.getByLabel('Value', { exact: true }).fill('kitchen');
    await page
      .getByRole('region', { name: 'Meaning and words' })
      .getByRole('link', { name: 'Canteen' })
      .waitFor();
    await page.getByLabel('Document', { exact: true }).fill('office/parking');
    await page.getByRole('button', { name: 'office/parking.md' }).click();
    await shown('The filter excludes it');
    await page.getByRole('button', { name: 'Use in your program' }).click();
    expect(await page.getByRole('textbox', { name: 'the search for curl' }).inputValue()).toContain(
      '"filter":{"metadata":{"team":"kitchen"}}',
    );
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('textbox', { name: 'the search for TypeScript' }).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    expect(await page.getByRole('textbox', { name: 'the search for Python' }).inputValue()).toContain(
      `    filter={"metadata": {"team": "kitchen"}},
    hybrid_config={"semanticWeight": 0.7, "keywordWeight": 0.3},
)`,
    );
    await checkPage(visitor());
  });

  test('the field of the query shows the words of the address, whatever changed it', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/search?q=annual+leave');
    const field = page.getByLabel('What are you looking for?');
    const shows = (text: string) => eventually(async () => expect(await field.inputValue()).toBe(text));
    await shows('annual leave');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').waitFor();
    await page.keyboard.type('where do guests park');
    await page.getByRole('menuitem', { name: /Search for/ }).click();
    await shows('where do guests park');
    await page.goBack();
    await shows('annual leave');
  });

  test('the translation of a browser leaves the page as it is, and the page goes on', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/search?mode=hybrid&q=where+can+guests+park');
    const results = page.getByRole('region', { name: 'Meaning and words' });
    await results.getByRole('link', { name: 'office/parking.md' }).first().waitFor();
    await page.evaluate(translate);
    expect(await page.locator('font').count()).toBe(0);
    await page.getByLabel('What are you looking for?').fill('when is lunch served');
    await results.locator('.result').first().getByRole('link', { name: 'Canteen' }).waitFor();
    expect(visitor().complaints).toEqual([]);
  });

  test('the command that is copied from a search makes this search', async () => {
    const { page, open } = visitor();
    const copied = page.getByRole('textbox', { name: 'the search for Command line' });
    const openWith = async (filter: object, query: string) => {
      const search = new URLSearchParams({
        top: '1000',
        mode: 'hybrid',
        least: '1e-7',
        filter: JSON.stringify(filter),
        q: query,
      });
      await open(`/n/handbook/search?${search}`);
      await page.getByRole('button', { name: 'Use in your program' }).click();
      await page.getByRole('tab', { name: 'Python' }).waitFor();
    };
    await openWith({ team: 'kitchen' }, `--when's "lunch" $HOME served`);
    await page.getByRole('tab', { name: 'Command line' }).click();
    expect(await runInShell(await copied.inputValue(), world().fleet)).toContain('Canteen');
    // The command line reads these as a number and as a field "a": no command makes this search.
    for (const filter of [{ year: '2026' }, { 'a=b': 'c' }]) {
      await openWith(filter, 'lunch');
      expect(await page.getByRole('tab', { name: 'Command line' }).count()).toBe(0);
    }
  });
}
