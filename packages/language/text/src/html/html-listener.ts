import type { Attributes } from './attributes.ts';

/** Receives what is read, in the order of the document; every element that is opened is closed once, innermost first. */
export interface HtmlListener {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}
