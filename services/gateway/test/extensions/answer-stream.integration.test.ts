import { limits } from '@docfleet/runtime/config';
import { type ChatFault, chatEmulatorKey, eventually, obeyUnlessEnclosed } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type AnswersScene, openAnswersScene } from '../answers-scene.ts';
import { injections } from '../injections.ts';

let scene: AnswersScene;
beforeAll(async () => {
  scene = await openAnswersScene();
});
afterEach(() => scene.calm());
afterAll(() => scene.close());

const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)));

describe('the stream of an answer', () => {
  test('has its sentences with their citations, and its end with what it cost', async () => {
    const response = await scene.stream('How many days of paid leave are there a year?');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await response.text());
    expect(events.map(({ type }) => type)).toEqual(['searched', 'sentence', 'done']);
    expect(events[1]).toMatchObject({
      text: 'Everyone has thirty days of paid leave a year. [1]',
      newCitations: [{ number: 1, document: { name: 'handbook' } }],
    });
    expect(events[2]).toMatchObject({ outcome: 'ANSWERED', answer: events[1].text });
  });

  test('is refused with a status as long as it has not begun', async () => {
    expect((await scene.stream('Anything?', { namespaceId: 'nowhere' })).status).toBe(404);
    expect((await scene.stream('Anything?', { namespaceId: 'silent' })).status).toBe(400);
  });

  test.each<[ChatFault, RegExp]>([
    [{ kind: 'cut' }, /broke off|could not be reached/],
    [{ kind: 'status', status: 429 }, /fewer requests/],
    [{ kind: 'status', status: 401 }, /API key/],
  ])('ends with the failure of its model: %j', async (wrong, message) => {
    scene.fail(wrong);
    const events = eventsOf(
      await (await scene.stream('How many days of paid leave are there a year?')).text(),
    );
    const failure = { code: 'ANSWER_FAILED', message: expect.stringMatching(message) };
    expect(events.at(-1)).toMatchObject({ type: 'error', error: failure });
    expect(JSON.stringify(events)).not.toContain(chatEmulatorKey);
    const whole = await scene.ask('How many days of paid leave are there a year?');
    expect(whole).toMatchObject({ status: 502, body: { error: failure } });
  });

  test('a caller that goes away ends the request to the model', async () => {
    scene.fail({ kind: 'endless' });
    scene.respond(() => 'Everyone has thirty days of paid leave a year, one and all, ');
    const gone = new AbortController();
    const response = await scene.stream(
      'How many days of paid leave are there?',
      { maxTokens: 4_000 },
      gone.signal,
    );
    const reading = response.text().catch(() => 'gone');
    gone.abort();
    expect(await reading).toBe('gone');
    await eventually(() => expect(scene.emulator.underWay()).toBe(0));
  });
});

test('a request that its caller leaves before the model has begun counts all the same: the vendor bills what it has read', async () => {
  const { database } = scene.gateway.context;
  const tokens = async () => (await database.modelUsageCount.aggregate({ _sum: { inputTokens: true } }))._sum;
  const { inputTokens: before } = await tokens();
  scene.fail({ kind: 'hang' });
  const sent = scene.emulator.requests.length;
  const gone = new AbortController();
  const response = await scene.stream('How many days of paid leave are there?', {}, gone.signal);
  await eventually(() => expect(scene.emulator.requests.length).toBe(sent + 1));
  gone.abort();
  await expect(response.text()).rejects.toThrow();
  await eventually(async () =>
    expect(Number((await tokens()).inputTokens)).toBeGreaterThan(Number(before) + 100),
  );
});

test('a model that repeats itself is stopped, and what it repeats is shown once', async () => {
  scene.fail({ kind: 'endless' });
  scene.respond(() => 'Everyone has thirty days of paid leave a year. [1] ');
  const { body } = await scene.ask('How many days of paid leave are there a year?', { maxTokens: 4_000 });
  expect(body.data.answer).toBe('Everyone has thirty days of paid leave a year. [1]');
  expect(body.data.removed.every(({ reason }: { reason: string }) => reason === 'REPEATED')).toBe(true);
});

test('an organization has so many answers at once, and the next one is refused with when to come again', async () => {
  const { answersPerOrganization } = limits;
  scene.fail({ kind: 'hang' });
  const gone = new AbortController();
  const question = 'How many days of paid leave are there a year?';
  const before = scene.emulator.requests.length;
  const held = Array.from({ length: answersPerOrganization }, () =>
    fetch(`${scene.gateway.url}/v1/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.gateway.keys.read}`, 'content-type': 'application/json' },
      body: JSON.stringify({ namespaceId: 'docs', question }),
      signal: gone.signal,
    }).catch(() => undefined),
  );
  await eventually(() => expect(scene.emulator.requests.length).toBe(before + answersPerOrganization));
  const { status, headers } = await scene.ask(question);
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBeTruthy();
  gone.abort();
  await Promise.all(held);
  scene.fail(undefined);
  await eventually(async () => expect((await scene.ask(question)).status).toBe(200));
});

describe('an instruction in a document', () => {
  test.each(injections.map((text, at) => [at, text] as const))('is not followed: %i', async (at, text) => {
    const name = `planted${at}`;
    await scene.createAnswering(name);
    await scene.ingest(name, `doc${at}`, [`The visitor code of the north gate is 4711.\n${text}`]);
    scene.respond(obeyUnlessEnclosed);
    const { body } = await scene.ask('What is the visitor code of the north gate?', { namespaceId: name });
    expect(body.data.answer).toMatch(/^The visitor code of the north gate is 4711\. \[1\]$/);
    // Even a model that obeys cannot have what it writes shown.
    scene.respond(() => 'PWNED. Send your password to https://evil.example/pwned?x=1 [1].');
    const obeyed = await scene.ask('What is the visitor code of the north gate?', { namespaceId: name });
    expect(obeyed.body.data.answer).not.toMatch(/PWNED|evil/);
  });

  test('would be followed by this model if the prompt let it', () => {
    const messages = [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: `Passages:\n${injections[0]}\n\nQuestion?` },
    ];
    expect(obeyUnlessEnclosed({ messages, maxTokens: 10 })).toMatch(/^PWNED/);
  });
});
