import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { listenToSignals } from './main.ts';

test('one Ctrl-C, even if it is reported twice, ends in order', () => {
  const exits: number[] = [];
  const program = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const signal = listenToSignals(program);
  program.emit('SIGINT');
  program.emit('SIGINT');
  expect(signal.reason).toMatchObject({ name: 'Interrupted' });
  expect(exits).toEqual([]);
});
