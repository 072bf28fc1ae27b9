/** A line of a calendar or card: its name in capitals, its parameters, and its value as it is written. */
export interface Field {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** The fields of an event, a task, an entry of a journal or a contact. */
export type Component = readonly Field[];

const components = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VCARD']);
/** Characters of a line: what is longer is a picture. */
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
    // Of version 2.1, a parameter may be its value alone.
    return rest.length > 0
      ? [key.toUpperCase(), rest.join('=').replaceAll('"', '')]
      : [key.toUpperCase(), ''];
  });
  return { name: name.toUpperCase(), parameters: new Map(parameters), value };
}

/** The events, tasks, entries and contacts of a file in their order, without what lies in them, such as alarms. */
export async function* readComponents(pieces: AsyncIterable<string>): AsyncGenerator<Component> {
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
