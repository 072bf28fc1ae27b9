import type { Attributes } from './attributes.ts';
import type { HtmlListener } from './html-listener.ts';
import { createHtmlReader } from './html-reader.ts';
import { createPage, finishPage } from './page.ts';
import { createPageListener } from './page-listener.ts';
import { type PageSurvey, surveyPage } from './visibility/page-survey.ts';
import { createVisibleListener, type HiddenText } from './visibility/visible-listener.ts';

/** Events that are held at most; a longer page is read twice. */
const maxEvents = 500_000;
/** Events that are replayed at once. */
const atOnce = 2_000;

/** Passes events on, and records them for a replay. */
class RecordedPage implements HtmlListener {
  /** The names of elements and the texts, in the order in which they were read. */
  #words: string[] = [];
  /** Attributes of each element that begins, or the kind of another event. An object for each would cost more than reading. */
  #kinds: (Attributes | 'end' | 'text')[] = [];
  #isComplete = true;
  readonly #next: HtmlListener;

  constructor(next: HtmlListener) {
    this.#next = next;
  }

  #hold(word: string, kind: Attributes | 'end' | 'text'): void {
    if (!this.#isComplete) return;
    this.#words.push(word);
    this.#kinds.push(kind);
    if (this.#words.length <= maxEvents) return;
    this.#isComplete = false;
    this.#words = [];
    this.#kinds = [];
  }

  open(name: string, attributes: Attributes): void {
    this.#hold(name, attributes);
    this.#next.open(name, attributes);
  }

  close(name: string): void {
    this.#hold(name, 'end');
    this.#next.close(name);
  }

  text(text: string): void {
    this.#hold(text, 'text');
    this.#next.text(text);
  }

  /** Whether all of the page is held. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Replays the recorded events to a listener, yielding at intervals. */
  *replay(listener: HtmlListener): Generator<void> {
    for (let index = 0; index < this.#words.length; index++) {
      const word = this.#words[index] ?? '';
      const kind = this.#kinds[index] ?? 'text';
      if (kind === 'text') listener.text(word);
      else if (kind === 'end') listener.close(word);
      else listener.open(word, kind);
      if (index % atOnce === atOnce - 1) yield;
    }
  }
}

/** Converts HTML to Markdown while it is written. */
export interface HtmlConverter {
  /** The Markdown that is ready; nothing before it is known whether the document has a main heading. */
  write(html: string): string;
  end(): string;
  /** The Markdown, in pieces, of a page that the surveyor holds; instead of writing it. */
  replay(page: RecordedPage): Generator<string>;
}

/**
 * Converts a whole document: structure and text, without scripts, forms, hidden text and the site's navigation. The
 * title of a document without a main heading becomes one. Work is linear in the document, however it is nested.
 * `survey` is that of the same document; `hidden` counts the text that is left out because it is not seen.
 */
export function createHtmlConverter(survey: PageSurvey, hidden?: HiddenText): HtmlConverter {
  const page = createPage(!survey.isMostlyAddresses);
  const all = createPageListener(page);
  const listener = survey.canHide ? createVisibleListener(all, survey, hidden) : all;
  const reader = createHtmlReader(listener);
  let isBegun = false;
  const take = () => {
    if (!page.hasMainHeading) return '';
    isBegun = true;
    return page.blocks.take();
  };
  return {
    write(html) {
      reader.write(html);
      return take();
    },
    end() {
      reader.end();
      return finishPage(page, isBegun);
    },
    *replay(recorded) {
      for (const _ of recorded.replay(listener)) yield take();
      yield finishPage(page, isBegun);
    },
  };
}

/** Reads a document for the first time, to know which of its text is seen. */
export interface HtmlSurveyor {
  /** The page as it was read, which is not read again where it is held as a whole. */
  readonly page: RecordedPage;
  write(html: string): void;
  end(): PageSurvey;
}

export function createHtmlSurveyor(): HtmlSurveyor {
  const { listener, finish } = surveyPage();
  const page = new RecordedPage(listener);
  const reader = createHtmlReader(page);
  return {
    page,
    write: reader.write,
    end() {
      reader.end();
      return finish();
    },
  };
}

/** Converts a document that is held in memory. */
export function htmlToMarkdown(html: string): string {
  const surveyor = createHtmlSurveyor();
  surveyor.write(html);
  const converter = createHtmlConverter(surveyor.end());
  if (surveyor.page.isComplete) return [...converter.replay(surveyor.page)].join('');
  return converter.write(html) + converter.end();
}
