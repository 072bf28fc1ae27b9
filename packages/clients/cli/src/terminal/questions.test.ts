import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { askSecretly, confirm } from './questions.ts';

const signal = new AbortController().signal;

/** A terminal at which these keys are pressed. */
function typing(...keys: readonly string[]) {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw),
  });
  const screen = () => Object.assign(new PassThrough(), { isTTY: true });
  const terminal = { input, output: screen(), errors: screen() };
  for (const key of keys) input.write(key);
  return { terminal, modes, shown: () => String(terminal.errors.read() ?? '') };
}

test('a key is not shown while it is typed, corrected and pasted', async () => {
  const { terminal, modes, shown } = typing('wrong\u0015', 'df_lxx\u007f\u007f', 'ive_id_secret\r');
  expect(await askSecretly(terminal, 'Key: ')).toBe('df_live_id_secret');
  expect(shown()).toBe('Key: \n');
  expect(modes).toEqual([true, false]);
});

test('Ctrl-C at a secret question ends it, and the terminal is as it was', async () => {
  const { terminal, modes } = typing('df_\u0003');
  await expect(askSecretly(terminal, 'Key: ')).rejects.toMatchObject({ name: 'Interrupted' });
  expect(modes).toEqual([true, false]);
});

test.each([
  ['y\n', 'done'],
  ['\n', 'Nothing was changed'],
  ['no\n', 'Nothing was changed'],
])('%j to a question means %s', async (answer, meaning) => {
  const { terminal } = typing(answer);
  const asked = confirm(terminal, 'Delete it?', { yes: undefined, signal }).then(
    () => 'done',
    (error: Error) => error.message,
  );
  expect(await asked).toBe(meaning);
});
