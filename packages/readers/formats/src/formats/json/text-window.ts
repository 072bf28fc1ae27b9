/** The part of a text that is being read. */
export interface TextWindow {
  readonly text: string;
  readonly position: number;
  /** Passes over white space; answers the next character, which is still to be read, or '' at the end. */
  next(): Promise<string>;
  /** Reads on, so that as much is shown as there has to be. */
  fill(): Promise<void>;
  skip(characters: number): void;
  /** Returns the text that has not been read yet. */
  rest(): AsyncGenerator<string>;
}

const whiteSpace = /[\s\ufeff]*/y;

/** Reads a text through a window that shows at least so many characters beyond the place that is read, as far as there are any. */
export function createTextWindow(pieces: AsyncIterable<string>, ahead: number): TextWindow {
  const source = pieces[Symbol.asyncIterator]();
  let text = '';
  let position = 0;
  let isEnded = false;

  const fill = async () => {
    if (isEnded || text.length - position > ahead) return;
    text = text.slice(position);
    position = 0;
    while (!isEnded && text.length < 2 * ahead) {
      const { value, done } = await source.next();
      if (done) isEnded = true;
      else text += value;
    }
  };
  return {
    get text() {
      return text;
    },
    get position() {
      return position;
    },
    async next() {
      while (true) {
        await fill();
        whiteSpace.lastIndex = position;
        whiteSpace.test(text);
        position = whiteSpace.lastIndex;
        if (position < text.length || isEnded) return text[position] ?? '';
      }
    },
    fill,
    skip(characters) {
      position += characters;
    },
    async *rest() {
      yield text.slice(position);
      while (!isEnded) {
        const { value, done } = await source.next();
        if (done) isEnded = true;
        else yield value;
      }
    },
  };
}
