import type { Writer } from './writer.ts';

/** Writes a page of a kind that is met in the web. */
export type Shape = (writer: Writer) => string;
