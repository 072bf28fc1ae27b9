import { chatEmulatorKey, eventually, startChatEmulator } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { ingestText, waitForRun } from '../documents.ts';
import { checkPage } from './check-page.ts';
import type { Scene } from './scene.ts';

const base = '/v1/namespaces/handbook';

/** Golden sets, an evaluation that is started in the browser, and its comparison with another. */
export function testEvaluation(scene: () => Scene): void {
  test('a golden set is evaluated in the browser and compared with another configuration', async () => {
    const { fleet, page, press, visitor } = scene();
    await visitor.open('/n/handbook/evaluations');
    await page.getByText('No golden sets yet').waitFor();
    await checkPage(visitor);
    const facts = { parking: 'Parking is free for guests.', lunch: 'The canteen serves lunch from noon.' };
    for (const [externalId, text] of Object.entries(facts)) {
      const { ingestJobRunId } = await ingestText(fleet.api, 'handbook', text, { externalId });
      await waitForRun(fleet.api, 'handbook', ingestJobRunId);
    }
    const { body } = await fleet.api.request<{ goldenSet: { id: string } }>('POST', `${base}/golden-sets`, {
      name: 'Everyday questions',
    });
    const goldenSetId = body.data.goldenSet.id;
    const questions = [
      { question: 'When is lunch served?', relevant: [{ externalId: 'lunch' }] },
      { question: 'Is parking free?', relevant: [{ externalId: 'parking' }] },
    ];
    await fleet.api.request('POST', `${base}/golden-sets/${goldenSetId}/questions`, { questions });
    // Finds nothing, so that the next one is better in both questions.
    await fleet.api.request('POST', `${base}/evaluations`, { goldenSetId, config: { scoreThreshold: 1 } });
    await visitor.open('/n/handbook/evaluations');
    await page.getByRole('link', { name: 'Everyday questions' }).waitFor();
    await page.getByRole('row', { name: /Completed.*0\.000/ }).waitFor();
    await checkPage(visitor);
    await page.getByRole('link', { name: 'Everyday questions' }).click();
    await page.getByRole('cell', { name: 'Is parking free?' }).waitFor();
    await checkPage(visitor);
    await press('Evaluate');
    await page.getByRole('table', { name: 'Metrics' }).waitFor();
    await page.getByRole('button', { name: /Compare with/ }).press('Enter');
    await page.getByRole('option').first().press('Enter');
    await page.getByText('2 of 2 questions improved, 0 got worse.').waitFor();
    await checkPage(visitor, 'evaluation');
    expect(await page.getByRole('table', { name: 'Changed questions' }).getByRole('row').count()).toBe(3);
  });

  test('the chat model proposes questions, which are accepted or refused', async () => {
    const { fleet, page, press, visitor } = scene();
    const emulator = await startChatEmulator('OPENAI', {
      respond: ({ messages }) => {
        const passage =
          /<<<passage \S+\n[^\n]*\n([\s\S]*)\npassage /.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
        const quote = passage.trim().split(/\s+/).slice(0, 5).join(' ');
        return JSON.stringify({ question: `What is said of ${quote}?`, answer: `${quote}.`, quote });
      },
    });
    const chatModelConfig = {
      provider: 'OPENAI',
      model: 'm',
      apiKey: chatEmulatorKey,
      baseUrl: `${emulator.url}/v1`,
    };
    await fleet.api.request('PATCH', '/v1/namespaces/handbook', { chatModelConfig });
    await visitor.open('/n/handbook/evaluations');
    await page.getByRole('link', { name: 'Everyday questions' }).click();
    await press('Generate from documents');
    await page
      .getByRole('button', { name: /^Accept: What is said of/ })
      .first()
      .waitFor();
    await checkPage(visitor, 'candidates', 'candidates-phone');
    const shown = page.getByRole('list', { name: 'Candidates' }).getByRole('listitem');
    const before = await shown.count();
    await page
      .getByRole('button', { name: /^Accept: / })
      .first()
      .press('Enter');
    await eventually(async () => expect(await shown.count()).toBe(before - 1));
    await page
      .getByRole('button', { name: /^Refuse: / })
      .first()
      .press('Enter');
    await eventually(async () => expect(await shown.count()).toBe(before - 2));
    await page.getByRole('cell', { name: /^What is said of/ }).waitFor();
    await fleet.api.request('PATCH', '/v1/namespaces/handbook', { chatModelConfig: null });
    await emulator.close();
  });
}
