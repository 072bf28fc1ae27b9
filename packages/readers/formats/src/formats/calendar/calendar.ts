import { createDecoder, decodeText, isKnownEncoding } from '@docfleet/text/decoding';
import type { Block } from '../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../document-tree/write-blocks.ts';
import { type Format, isPlainText, type Source } from '../../format.ts';

/** A line of a calendar or card: its name in capitals, its parameters, and its value as it is written. */
interface Field {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** The fields of an event, a task, an entry of a journal or a contact. */
type Component = readonly Field[];

const components = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VCARD']);
/** Maximum of characters in a line; a longer line is a picture. */
const maxLineLength = 100_000;

/** Lines as they were before they were folded: RFC 5545, 3.1; and, of quoted-printable values, RFC 2045, 6.7. */
async function* unfoldedLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let line: string | undefined;
  for await (const next of linesOf(pieces)) {
    const isSoft = line?.endsWith('=') && /^[^:]*quoted-printable/i.test(line);
    if (line !== undefined && isSoft) line = line.slice(0, -1) + next;
    else if (line !== undefined && /^[ \t]/.test(next)) {
      if (line.length < maxLineLength) line += next.slice(1);
    } else {
      if (line !== undefined) yield line;
      line = next;
    }
  }
  if (line !== undefined) yield line;
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  yield rest.replace(/\r$/, '');
}

const fieldPattern = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":;])*)*):(.*)$/s;

function parseField(line: string): Field | undefined {
  const [, name, written = '', value = ''] = fieldPattern.exec(line) ?? [];
  if (name === undefined) return undefined;
  const parameters = (written.match(/;(?:"[^"]*"|[^";])*/g) ?? []).map((one): [string, string] => {
    const [key = '', ...rest] = one.slice(1).split('=');
    // In version 2.1, a parameter may be a value without a name.
    return rest.length > 0
      ? [key.toUpperCase(), rest.join('=').replaceAll('"', '')]
      : [key.toUpperCase(), ''];
  });
  return { name: name.toUpperCase(), parameters: new Map(parameters), value };
}

/** Returns the events, tasks, journal entries and contacts of a file in order, without nested components such as alarms. */
async function* readComponents(pieces: AsyncIterable<string>): AsyncGenerator<Component> {
  let fields: Field[] | undefined;
  let inner = 0;
  for await (const line of unfoldedLines(pieces)) {
    const field = parseField(line);
    if (!field) continue;
    const kind = field.value.trim().toUpperCase();
    if (field.name === 'BEGIN' && fields) inner++;
    else if (field.name === 'BEGIN') fields = components.has(kind) ? [] : undefined;
    else if (field.name === 'END' && fields && inner === 0) {
      yield fields;
      fields = undefined;
    } else if (field.name === 'END') inner = Math.max(0, inner - 1);
    else if (inner === 0) fields?.push(field);
  }
  if (fields) yield fields;
}

/** Fields for programs, and pictures, sounds and keys in letters. */
const technical =
  /^(?:X-.*|VERSION|PRODID|UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|TRANSP|CLASS|REV|PHOTO|LOGO|SOUND|KEY|ATTACH|CALSCALE|METHOD|PRIORITY|PERCENT-COMPLETE|KIND|CLIENTPIDMAP)$/;
const labels: Readonly<Record<string, string>> = {
  DTSTART: 'Start',
  DTEND: 'End',
  DUE: 'Due',
  RRULE: 'Repeats',
  ADR: 'Address',
  ORG: 'Organization',
  BDAY: 'Birthday',
  URL: 'URL',
  N: 'Name',
};
const date = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z?))?$/;
const structured = new Set(['ADR', 'ORG', 'N']);

/** A field as people read it; undefined where it is for programs alone, or empty. */
function showField(field: Field): { readonly label: string; readonly text: string } | undefined {
  if (technical.test(field.name)) return undefined;
  const text = textOf(field);
  if (!text) return undefined;
  const label =
    labels[field.name] ?? field.name.charAt(0) + field.name.slice(1).toLowerCase().replaceAll('-', ' ');
  return { label, text };
}

function textOf({ name, parameters, value }: Field): string {
  const decoded = decode(value, parameters);
  const [, year, month, day, hour, minute, isUtc] = date.exec(decoded) ?? [];
  if (year) {
    const zone = isUtc ? ' UTC' : parameters.has('TZID') ? ` (${parameters.get('TZID')})` : '';
    return `${year}-${month}-${day}${hour ? ` ${hour}:${minute}${zone}` : ''}`;
  }
  if (structured.has(name))
    return unescapeText(
      decoded
        .split(/(?<!\\);/)
        .filter(Boolean)
        .join(', '),
    );
  const address = decoded.replace(/^(?:mailto|tel):/i, '');
  const person = parameters.get('CN');
  return unescapeText(person && person !== address ? `${person} (${address})` : address);
}

function decode(value: string, parameters: ReadonlyMap<string, string>): string {
  const encoding = parameters.get('ENCODING') ?? '';
  if (!/quoted-printable/i.test(encoding) && !parameters.has('QUOTED-PRINTABLE')) return value;
  const bytes = Buffer.from(
    value.replace(/=([\dA-F]{2})/gi, (_written, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    'latin1',
  );
  const charset = parameters.get('CHARSET') ?? 'utf-8';
  return createDecoder(isKnownEncoding(charset) ? charset : 'utf-8').write(bytes);
}

const unescapeText = (text: string): string =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

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
