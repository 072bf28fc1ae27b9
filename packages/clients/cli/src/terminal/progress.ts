import { styleText } from 'node:util';
import type { Terminal } from '../environment.ts';
import { cutToWidth, visibleLine } from './table.ts';

/** State of a progress line; without a total, only the text is shown. */
interface Progress {
  readonly done: number;
  readonly total: number | undefined;
  readonly text: string;
}

/** Progress in one line at the bottom of a terminal. */
export interface ProgressBar {
  show(progress: Progress): void;
  /** Clears it, so that another line can be printed; the next `show` brings it back. */
  clear(): void;
}

const clearLine = '\r\u001b[2K';
const cells = 24;
/** Shown no more often than is visible. */
const everyMs = 80;

/** A progress bar where a person looks at the terminal, nothing elsewhere. */
export function openProgressBar({ errors }: Terminal, isColorless: boolean): ProgressBar {
  if (!errors.isTTY) return { show() {}, clear() {} };
  let shownAt = 0;
  let isShown = false;
  return {
    show({ done, total, text }) {
      const isEnd = total !== undefined && done >= total;
      if (!isEnd && isShown && Date.now() - shownAt < everyMs) return;
      shownAt = Date.now();
      isShown = true;
      const bar = total === undefined ? '' : `${drawBar(done, total)} `;
      const room = (errors.columns || 80) - bar.length - 1;
      const painted = isColorless ? bar : styleText('cyan', bar, { validateStream: false });
      errors.write(`${clearLine}${painted}${cutToWidth(visibleLine(text), room)}`);
    },
    clear() {
      if (isShown) errors.write(clearLine);
      isShown = false;
    },
  };
}

function drawBar(done: number, total: number): string {
  const full = total === 0 ? cells : Math.floor((cells * Math.min(done, total)) / total);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)}`;
}
