import type { Attributes } from './attributes.ts';

/** Receives the events of a document in order; every element that is opened is closed once, innermost first. */
export interface HtmlListener {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}
