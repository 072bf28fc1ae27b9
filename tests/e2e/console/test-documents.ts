import { screens } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { checkPage } from './check-page.ts';
import { renderLate } from './render-late.ts';
import type { ConsoleVisitor } from './start-console.ts';

const desktop = { width: 1280, height: 800 };

/** Ids of documents that tests look at. */
export interface Known {
  readonly failed: string;
  readonly cut: string;
  readonly pdf: string;
  /** The run that brought the first. */
  readonly run: string;
}

/** The documents: how they do, their list, one of them, and what can be done with them. */
export function testDocuments(visitor: () => ConsoleVisitor, known: () => Known): void {
  test('the overview says what there is, what failed and why', async () => {
    const { page, open } = visitor();
    await open('/n/many/overview');
    await page.getByRole('link', { name: '9,990 Success' }).waitFor();
    await open('/n/handbook/overview');
    await page.getByText('DOCUMENT_UNREADABLE').waitFor();
    await page.getByRole('table', { name: 'Tokens by hour' }).waitFor({ state: 'attached' });
    await checkPage(visitor(), 'overview', 'overview-phone');
    await page.getByRole('link', { name: /Show newest document with/ }).click();
    await page.getByRole('heading', { name: /broken.pdf/ }).waitFor();
  });

  test('of ten thousand documents those in sight are in the page, and more come as one scrolls', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(desktop);
    await open('/n/many/documents');
    for (const rows of [201, 301, 401]) {
      await page.locator(`table:not([aria-rowcount="${rows}"])`).waitFor();
      await page.mouse.wheel(0, 50_000);
      await page.locator(`table[aria-rowcount="${rows}"]`).waitFor();
    }
    expect(await page.locator('tbody tr').count()).toBeLessThan(100);
    await checkPage(visitor());
  });

  test('scrolling to the end loads one page, however late it is rendered', async () => {
    const page = await visitor().context.newPage();
    await page.setViewportSize(desktop);
    await page.addInitScript({ content: renderLate });
    const cursors: (string | null | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/documents')) cursors.push(request.postDataJSON().pagination.cursor);
    });
    await page.goto(new URL('/console/n/many/documents', visitor().page.url()).href);
    await page.locator('table[aria-rowcount="101"]').waitFor();
    await page.mouse.wheel(0, 50_000);
    await page.locator('table[aria-rowcount="201"]').waitFor();
    // The second page is rendered: any request for a third one has been sent.
    expect(new Set(cursors.filter((cursor) => cursor != null)).size).toBe(1);
    await page.close();
  });

  test('documents are filtered, and the address keeps the filter', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(desktop);
    await open('/n/many/documents');
    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Failed', exact: true }).click();
    await page.locator('table[aria-rowcount="11"]').waitFor();
    await page.getByLabel('Metadata').fill('number=7');
    await page.locator('table[aria-rowcount="2"]').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Document 7', exact: true }).waitFor();
    await page.getByLabel('Metadata').fill('number=8');
    await page.getByText('No document matches').waitFor();
    await open('/n/many/documents');
    await page.getByRole('textbox', { name: 'Name', exact: true }).pressSequentially('document 777');
    await page.locator('table[aria-rowcount="12"]').waitFor();
  });

  test('a filter holds what an input method composes, and applies it when it is composed', async () => {
    const { context, page, open } = visitor();
    await page.setViewportSize(desktop);
    await open('/n/many/documents');
    await page.locator('table[aria-rowcount="101"]').waitFor();
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    await field.focus();
    const devtools = await context.newCDPSession(page);
    for (const text of ['n', 'に', 'にh', 'にほ', 'にほん'])
      await devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    expect([await field.inputValue(), new URL(page.url()).search]).toEqual(['にほん', '']);
    await devtools.send('Input.insertText', { text: '日本' });
    await page.getByText('No document matches').waitFor();
    expect(await field.inputValue()).toBe('日本');
    await devtools.detach();
  });

  test('going back from a document, the list is where it was', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(desktop);
    await open('/n/many/documents');
    await page.locator('table[aria-rowcount="101"]').waitFor();
    await page.evaluate('scrollTo({ top: 2_000 })');
    const name = 'Document 9955';
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(500);
  });

  test('on a phone the name of a document has most of the width, however long the list is', async () => {
    const { page, open } = visitor();
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/n/many/documents');
    await page.getByRole('row').nth(15).waitFor();
    const widths = await page
      .getByRole('row', { name: /^Select Document/ })
      .first()
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => (cell as unknown as { offsetWidth: number }).offsetWidth));
    const [, name = 0] = widths;
    expect([widths, name > 150]).toEqual([widths, true]);
    await page.setViewportSize(desktop);
  });

  test('a phone shows the list before most of its filters, which a button opens', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(screens.phone);
    await open('/n/handbook/documents');
    await page.getByLabel('Name', { exact: true }).waitFor();
    const more = page.getByRole('button', { name: 'More filters' });
    expect(await page.getByLabel('Metadata').isVisible()).toBe(false);
    expect((await page.getByRole('table').boundingBox())?.y).toBeLessThan(screens.phone.height / 3);
    await more.click();
    await page.getByLabel('Metadata').waitFor();
    await checkPage(visitor());
    await page.setViewportSize(desktop);
    expect(await page.getByRole('button', { name: /filters/ }).count()).toBe(0);
  });

  test('by keyboard one goes through the rows, selects some and tags them', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(desktop);
    await open('/n/handbook/documents');
    await page.getByRole('link', { name: 'parking.txt' }).focus();
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate<string>('document.activeElement.textContent')).not.toBe('parking.txt');
    await page.getByLabel('Select parking.txt').focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await checkPage(visitor(), 'documents', 'documents-phone');
    // The next stop behind a selected row leads to the toolbar, past all other rows.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const focused = page.getByRole('region', { name: 'Selected documents' }).locator(':focus');
    expect(await focused.count()).toBe(1);
    await page.getByRole('button', { name: 'Metadata' }).press('Enter');
    await page.getByLabel('Values, as JSON').fill('{"team": "people"');
    await page.getByText('Enter a JSON object').waitFor();
    await page.getByLabel('Values, as JSON').fill('{"team": "people"}');
    await checkPage(visitor());
    await page.getByRole('button', { name: 'Set', exact: true }).press('Enter');
    await page.getByText('1 document changed').waitFor();
    await page.getByLabel('Metadata').fill('team=people');
    await page.locator('table[aria-rowcount="2"]').waitFor();
  });

  test('a selected document that a filter hides is not among those that are changed or deleted', async () => {
    const { page, open } = visitor();
    await open('/n/handbook/documents');
    await page.getByLabel('Select parking.txt').check();
    await page.getByPlaceholder('Name contains').fill('broken');
    await page.locator('table[aria-rowcount="2"]').waitFor();
    await page.getByLabel('Select broken.pdf').check();
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Delete 1 document?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('metadata that was canceled is offered for no other document, and a draft for no other namespace', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(desktop);
    const values = page.getByLabel('Values, as JSON');
    const offered = async () => {
      await page.getByRole('button', { name: 'Metadata' }).click();
      return values.inputValue();
    };
    await open(`/n/handbook/documents/${known().cut}`);
    expect(await offered()).toBe('');
    await values.fill('{"canceled": true}');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await open(`/n/handbook/documents/${known().pdf}`);
    expect(await offered()).toBe('');
    await values.fill('{"half": "typed"');
    await open('/n/many/documents');
    await page.locator('tbody a').first().click();
    expect(await offered()).toBe('');
    await open(`/n/handbook/documents/${known().pdf}`);
    expect(await offered()).toBe('{"half": "typed"');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  test('a document shows how it was cut, beside what it came as', async () => {
    const { page, open } = visitor();
    await page.setViewportSize(desktop);
    await open(`/n/handbook/documents/${known().cut}`);
    await page.getByRole('button', { name: /^Chunk 1: \d+ tokens, characters/ }).focus();
    await page
      .locator('.chunk-legend')
      .getByText(/^Chunk 1: /)
      .waitFor();
    await page.locator('[data-chunk="0"]').first().hover();
    await page
      .locator('.chunk-legend')
      .getByText(/^Chunk 0: /)
      .waitFor();
    await page.getByRole('textbox', { name: 'Original of guests.txt' }).waitFor();
    await page.getByText('Processing: chunking and embedding').waitFor();
    await checkPage(visitor(), 'document', 'document-phone');
  });

  test('a PDF is shown as it is', async () => {
    const { page, open } = visitor();
    await open(`/n/handbook/documents/${known().pdf}`);
    const viewer = page.getByRole('region', { name: 'Original of parking.pdf' });
    await viewer.getByText('Page 1 of 1').waitFor();
    await viewer.locator('canvas').waitFor();
    await checkPage(visitor());
  });

  test('a document that failed says why, and what to do', async () => {
    const { page, open } = visitor();
    await open(`/n/handbook/documents/${known().failed}`);
    const failure = page.getByRole('region', { name: 'Why it failed' });
    await failure.getByText('The PDF is damaged').waitFor();
    await failure.getByText('Open the file with the program that made it').waitFor();
    await checkPage(visitor(), 'document-failed');
    await page.getByText('and it could not be read; download it').waitFor();
    // An uploaded document has no source to resync.
    expect(await page.getByRole('button', { name: 'Resync' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
    await page.getByText('1 document deleted').waitFor();
  });
}
