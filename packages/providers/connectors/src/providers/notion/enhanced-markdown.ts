import { type Row, tableToMarkdown } from '@docfleet/text/markdown';

// https://developers.notion.com/guides/data-apis/enhanced-markdown

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

const cellOf = (text: string) =>
  inline(text)
    .trim()
    .replace(/\s*\n\s*/g, '<br>');

const spanOf = (tag: string, name: string) => Math.max(1, Number(attribute(tag, name) ?? 1) || 1);

function tableOf(lines: readonly string[]): string[] {
  const rows = lines
    .join('\n')
    .split(/<tr\b[^>]*>/)
    .slice(1)
    .map((row): Row => {
      const tags = [...row.matchAll(/<td\b([^>]*)>([\s\S]*?)(?=<\/td>|<td\b|$)/g)];
      const cells = tags.map(([, tag = '', text = '']) => ({
        text: cellOf(text),
        isHeader: false,
        columns: spanOf(tag, 'colspan'),
        rows: spanOf(tag, 'rowspan'),
      }));
      return { cells, isHead: false };
    });
  const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text));
  return ['', tableToMarkdown(rows) ?? texts.join('\n\n'), ''];
}

/** Addresses that carry a permission of their own, for an hour: they must not be found in a text. */
const isSigned = (url: string) =>
  /[?&](?:amp;)?(?:X-Amz-|AWSAccessKeyId|Signature|Expires)/i.test(url) ||
  /(?:secure\.notion-static\.com|prod-files-secure|file\.notion\.so)/.test(url);

/** The name of the file that an address leads to. */
function fileNameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** In place of an address, until it is known where it stands; it has no character that ends one. */
const placeholderOf = (url: string) =>
  isSigned(url)
    ? `signed:/${encodeURIComponent(fileNameOf(url).toWellFormed()).replace(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
    : url;

/** Addresses with a permission are replaced by the words that stand for them, or by the file's name. Signatures have no parentheses, names may. */
const withoutSigned = (line: string) =>
  line
    .replace(
      /\(<(https?:[^<>]*)>\)/g,
      (_all, url: string) => `(${isSigned(url) ? placeholderOf(url) : `<${url}>`})`,
    )
    .replace(/https?:[^\s<>"?]*(?:\?[^\s<>"()\]]*)?/g, (url) => placeholderOf(url))
    .replace(
      /!?\[([^[\]]*)\]\(signed:\/([^\s()]*)\)/g,
      (_all, words: string, name: string) => words || decodeURIComponent(name),
    );

const named = (line: string) =>
  line.replace(/signed:\/([^\s()<>"\]]*)/g, (_all, name: string) => decodeURIComponent(name));

/** Returns the text for a file's tag: its caption, or the file's name. */
const fileOf = (tag: string, caption: string): string => {
  const url = attribute(tag, 'src') ?? attribute(tag, 'source') ?? attribute(tag, 'url') ?? '';
  return caption.trim() || attribute(tag, 'name') || fileNameOf(url);
};

/** One line: links for pages and databases, plain words for mentions, nothing for decoration, and no address with a permission. */
function inline(line: string): string {
  return named(withTags(withoutSigned(line)));
}

/** Tags as every reader of Markdown knows them. */
function withTags(line: string): string {
  return (
    line
      .replace(
        /<(page|database|data-source|bookmark|embed|link_preview|mention-page|mention-database|mention-data-source)\b([^<>]*?)(?:\/>|>([^<]*)<\/\1>)/g,
        (_all, _name, tag, title = '') => {
          const url = attribute(tag, 'url') ?? attribute(tag, 'src');
          return url ? `[${title || url}](${url})` : title;
        },
      )
      .replace(/<mention-user\b[^<>]*>([^<]*)<\/mention-user>/g, '@$1')
      .replace(/<mention-date\b([^<>]*?)\/?>(?:<\/mention-date>)?/g, (_all, tag) =>
        [attribute(tag, 'start'), attribute(tag, 'end')].filter(Boolean).join(' – '),
      )
      .replace(
        /<(?:file|pdf|audio|video|image)\b([^<>]*?)(?:\/>|>([^<]*)<\/\w+>)/g,
        (_all, tag, caption = '') => fileOf(tag, caption),
      )
      .replace(/<(mention-[\w-]+)\b[^<>]*>([^<]*)<\/\1>/g, '$2')
      .replace(/<mention-[\w-]+\b[^<>]*\/>/g, '')
      .replace(
        /<\/?(?:span|columns?|synced_block\w*|details|unknown|empty-block|table_of_contents|tab_group|meeting-notes|notes|transcript)\b[^<>]*>/g,
        '',
      )
      .replace(
        /<summary\b[^<>]*>([^<]*)<\/summary>/g,
        (_all, title: string) => `**${title.replaceAll('**', '')}**`,
      )
      .replace(/<tab\b([^<>]*)>/g, (_all, tag: string) => `**${attribute(tag, 'title') ?? ''}**`)
      .replace(/<\/?(?:summary|tab)\b[^<>]*>/g, '')
      // A formula within a line.
      .replace(/\$`([^`]+)`\$/g, (_all, formula: string) => `$${formula}$`)
      .replace(/<br\s*\/?>/g, '  ')
      .replace(/\s*\{[^{}]*\b(?:color|toggle)="[^"]*"[^{}]*\}\s*$/, '')
  );
}

interface Reader {
  readonly written: string[];
  fence: boolean;
  table: string[] | undefined;
  callout: number;
}

function readLine(line: string, reader: Reader): void {
  const { written } = reader;
  const trimmed = line.trim();
  const quote = '> '.repeat(reader.callout);
  if (reader.table) {
    reader.table.push(line);
    if (!trimmed.includes('</table>')) return;
    written.push(...tableOf(reader.table));
    reader.table = undefined;
    return;
  }
  if (trimmed.startsWith('```')) reader.fence = !reader.fence;
  else if (!reader.fence && trimmed.startsWith('<table')) {
    reader.table = [];
    readLine(line, reader);
    return;
  } else if (!reader.fence && trimmed.startsWith('<callout')) {
    reader.callout += 1;
    written.push('', `${'> '.repeat(reader.callout)}${attribute(trimmed, 'icon') ?? ''}`.trimEnd());
    return;
  } else if (!reader.fence && trimmed === '</callout>') {
    reader.callout = Math.max(0, reader.callout - 1);
    written.push('');
    return;
  }
  // Children are indented by tabs, which Markdown would take for code; lists keep their depth.
  const isList = /^\t*(?:[-*]|\d+\.) /.test(line);
  const text = isList && reader.callout === 0 ? line.replaceAll('\t', '    ') : line.replace(/^\t+/, '');
  written.push(quote + (reader.fence ? text : inline(text)));
}

/** Notion's Markdown without its own tags and marks: tables, callouts and mentions as every reader of Markdown knows them. */
export function plainMarkdown(enhanced: string): string {
  const reader: Reader = { written: [], fence: false, table: undefined, callout: 0 };
  for (const line of enhanced.split('\n')) readLine(line, reader);
  // A page that was cut within a table keeps its rows.
  if (reader.table) reader.written.push(...tableOf(reader.table));
  return reader.written
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
