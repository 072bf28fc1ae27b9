import { createDecoder, isKnownEncoding } from '@docfleet/text/decoding';
import type { Field } from './read-components.ts';

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
export function showField(field: Field): { readonly label: string; readonly text: string } | undefined {
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
