import { decodeText } from '@docfleet/text/decoding';
import type { Block } from '../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../document-tree/write-blocks.ts';
import { type Format, isPlainText, type Source } from '../../format.ts';
import { type Component, readComponents } from './read-components.ts';
import { showField } from './show-field.ts';

const beginning = /^\ufeff?\s*BEGIN:(VCALENDAR|VCARD)[ \t]*\r?\n/i;

const format = (name: string, mimeType: string, kind: string): Format => ({
  name,
  mimeType,
  matches: (sample) => isPlainText(sample) && beginning.exec(sample.text)?.[1]?.toUpperCase() === kind,
  convert,
});

/** Calendars (RFC 5545): each event, task and entry below its name. */
export const calendar: Format = format('ICS', 'text/calendar', 'VCALENDAR');
/** Contacts (RFC 6350): each below its name. */
export const contacts: Format = format('VCF', 'text/vcard', 'VCARD');

async function* convert({ bytes, declaredCharset }: Source): AsyncGenerator<string> {
  let isBegun = false;
  for await (const component of readComponents(decodeText(bytes, () => [declaredCharset]))) {
    yield `${isBegun ? '\n' : ''}${blocksToMarkdown(blocksOf(component))}`;
    isBegun = true;
  }
}

/** The fields that name a component, the best first. */
const naming = ['SUMMARY', 'FN', 'ORG', 'N'];

function blocksOf(component: Component): Block[] {
  const title = naming
    .map((name) => component.find((field) => field.name === name))
    .find((field) => field?.value.trim());
  const shown = component
    // The parts of a name are those of the name that is shown.
    .filter((field) => field !== title && field.name !== 'N')
    .map(showField)
    .filter((field) => field !== undefined);
  const items = shown.map(({ label, text }) => ({
    blocks: [
      { kind: 'paragraph' as const, content: [{ text: `${label}:`, bold: true }, { text: ` ${text}` }] },
    ],
  }));
  const heading = title ? (showField(title)?.text ?? title.value) : 'Entry';
  return [
    { kind: 'heading', level: 1, content: [{ text: heading }] },
    ...(items.length > 0 ? [{ kind: 'list' as const, ordered: false, items }] : []),
  ];
}
