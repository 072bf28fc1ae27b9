import { decodeText } from '@docfleet/text/decoding';
import { asUnreadable } from '../../as-unreadable.ts';
import { type Format, isPlainText } from '../../format.ts';
import { withoutBinary } from '../../values/without-binary.ts';
import { writeItems } from '../../values/write-items.ts';
import { readItems } from './read-items.ts';

const extensions = new Set(['json', 'jsonl', 'ndjson', 'geojson', 'webmanifest']);
const types = /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|x-ndjson|jsonl|json-seq)$/;
/** An object with a name, or an array of objects: no prose begins so. */
const beginning = /^\ufeff?\s*(?:\[\s*)?\{\s*"(?:[^"\\\n]|\\.){0,1000}"\s*:/;

/** JSON, and files with a value in each line: objects as lists below headings, arrays of like objects as tables. */
export const json: Format = {
  name: 'JSON',
  mimeType: 'application/json',
  matches: (sample) =>
    isPlainText(sample) &&
    (extensions.has(sample.extension) || types.test(sample.declaredType) || beginning.test(sample.text)),
  convert: ({ bytes, declaredCharset, reportNotRead }) => {
    const items = readItems(decodeText(bytes, () => [declaredCharset]));
    return asUnreadable('JSON', writeItems(withoutBinary(items, reportNotRead)));
  },
};
