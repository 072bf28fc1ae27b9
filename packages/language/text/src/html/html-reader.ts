import { Tokenizer } from 'htmlparser2';
import { AttributeCollector } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';
import { createHtmlSource } from './html-source.ts';
import { openElements } from './open-elements.ts';
import { createRawElementCloser } from './raw-elements.ts';

export interface HtmlReader {
  write(html: string): void;
  end(): void;
}

const ignored = { oncomment() {}, ondeclaration() {}, onprocessinginstruction() {}, onend() {} };

/**
 * Reads HTML as browsers do as far as text is concerned: elements end where others imply it, stray closing tags mean
 * nothing. Takes time linear in the text, however deep elements are nested; htmlparser2's own parser does not.
 */
export function createHtmlReader(listener: HtmlListener): HtmlReader {
  const source = createHtmlSource(listener);
  const elements = openElements(listener);
  const attributes = new AttributeCollector();
  let name = '';

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: source.text,
      ontextentity(codePoint) {
        source.endText();
        listener.text(String.fromCodePoint(codePoint));
      },
      onopentagname(start, end) {
        name = source.take(start, end).toLowerCase();
      },
      onattribname: (start, end) => attributes.begin(source.take(start, end).toLowerCase()),
      onattribdata: (start, end) => attributes.add(source.take(start, end)),
      onattribentity: (codePoint) => attributes.add(String.fromCodePoint(codePoint)),
      onattribend: () => attributes.end(),
      onopentagend: () => elements.open(name, attributes.take(), false),
      onselfclosingtag: () => elements.open(name, attributes.take(), true),
      onclosetag: (start, end) => elements.close(source.take(start, end).toLowerCase()),
      oncdata: (start, end, offset) => source.text(start, end - offset),
      ...ignored,
    },
  );
  const closer = createRawElementCloser();
  const write = (html: string) => {
    source.add(html);
    tokenizer.write(html);
  };
  return {
    write: (html) => write(closer.write(html)),
    end() {
      write(closer.end());
      tokenizer.end();
      source.endText();
      elements.closeAll();
    },
  };
}
