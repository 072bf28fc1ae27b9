import type { Sample } from '../format.ts';

/** Whether a file is text of no format that has a signature of its own. */
export const isPlainText = (sample: Sample): sample is Sample & { readonly text: string } =>
  sample.text !== undefined && sample.signature === undefined;
