import type { HtmlListener } from './html-listener.ts';

/** The HTML that is being read, by positions in the whole of it; forgets what has been taken. */
export function createHtmlSource(listener: HtmlListener) {
  let html = '';
  let offset = 0;
  let taken = 0;
  let textStart = 0;
  let textEnd = 0;

  const slice = (start: number, end: number) => {
    taken = end;
    return html.slice(start - offset, end - offset);
  };
  const endText = () => {
    if (textEnd > textStart) listener.text(slice(textStart, textEnd));
    textStart = textEnd = 0;
  };
  return {
    endText,
    add(piece: string) {
      html = html.slice(taken - offset) + piece;
      offset = taken;
    },
    /** Text comes in many parts, each `<` that begins no tag by itself; what is adjacent is reported as one. */
    text(start: number, end: number) {
      if (start !== textEnd) {
        endText();
        textStart = start;
      }
      textEnd = end;
    },
    take(start: number, end: number): string {
      endText();
      return slice(start, end);
    },
  };
}
