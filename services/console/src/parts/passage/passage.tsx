import type { Token, Tokens } from 'marked';
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { blocksOf, dropCutMarks, fromBestHit, highlight } from './passage-blocks.ts';
import './passage.css';

/** Returns what a number in brackets is shown as; undefined where it is shown as it is written. */
type Mark = (number: number) => ReactNode;
const MarkContext = createContext<Mark | undefined>(undefined);

interface WordsProps {
  readonly text: string;
  readonly query: string;
}

/** Text with the numbers of its citations as marks, and the words of the query highlighted. */
function Words({ text, query }: WordsProps) {
  const mark = useContext(MarkContext);
  if (!mark) return <Highlighted text={text} query={query} />;
  return text.split(/ ?(\[\d{1,3}\])/).map((piece, index) => {
    const number = /^\[(\d+)\]$/.exec(piece)?.[1];
    const shown = number === undefined ? undefined : mark(Number(number));
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else
    return <Fragment key={index}>{shown ?? piece}</Fragment>;
  });
}

const Highlighted = ({ text, query }: WordsProps) =>
  highlight(text, query).map(({ start, text: piece, isHit }) =>
    isHit ? <mark key={start}>{piece}</mark> : <Fragment key={start}>{piece}</Fragment>,
  );

interface MarkdownProps {
  readonly tokens: readonly Token[];
  readonly query: string;
}

/** Narrows a token by its name: `marked` types tokens as a union with an open member. */
const is = <Name extends keyof TokensByName>(token: Token, name: Name): token is TokensByName[Name] =>
  token.type === name;

interface TokensByName {
  heading: Tokens.Heading;
  list: Tokens.List;
  table: Tokens.Table;
  code: Tokens.Code;
}

const tags = {
  paragraph: 'p',
  blockquote: 'blockquote',
  strong: 'strong',
  em: 'em',
  del: 'del',
} as const;
const isTagged = (type: string): type is keyof typeof tags => Object.hasOwn(tags, type);

const textOf = (token: Token) => ('text' in token ? String(token.text) : token.raw);

const Table = ({ token, query }: { readonly token: Tokens.Table; readonly query: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a region would be a landmark, of which a page has many of one name
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
  <div role="group" className="passage-table" aria-label="Table" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {token.header.map(({ tokens }, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a text that does not change have nothing else
            <th key={column} scope="col">
              <Inline tokens={tokens} query={query} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={row}>
            {cells.map(({ tokens }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={column}>
                <Inline tokens={tokens} query={query} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function List({ token, query }: { readonly token: Tokens.List; readonly query: string }) {
  const Tag = token.ordered ? 'ol' : 'ul';
  return (
    <Tag {...(token.ordered && { start: Number(token.start) || 1 })}>
      {token.items.map(({ tokens }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text that does not change have nothing else
        <li key={index}>
          <Blocks tokens={tokens} query={query} />
        </li>
      ))}
    </Tag>
  );
}

function tokenToNode(token: Token, query: string): ReactNode {
  if (is(token, 'table')) return <Table token={token} query={query} />;
  if (is(token, 'list')) return <List token={token} query={query} />;
  if (is(token, 'heading'))
    return (
      <p className="passage-heading">
        <Inline tokens={token.tokens} query={query} />
      </p>
    );
  if (is(token, 'code'))
    return (
      <pre>
        <Words text={token.text} query={query} />
      </pre>
    );
  if (token.type === 'space') return null;
  if (token.type === 'br') return <br />;
  if (token.type === 'hr') return <hr />;
  const children =
    'tokens' in token && token.tokens ? (
      <Inline tokens={token.tokens} query={query} />
    ) : (
      <Words text={textOf(token)} query={query} />
    );
  if (token.type === 'codespan') return <code>{children}</code>;
  if (!isTagged(token.type)) return children;
  const Tag = tags[token.type];
  return <Tag>{children}</Tag>;
}

const Blocks = ({ tokens, query }: MarkdownProps) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change have nothing else
    <Fragment key={index}>{tokenToNode(token, query)}</Fragment>
  ));
const Inline = Blocks;

interface PassageProps {
  readonly markdown: string;
  readonly query: string;
  /** Whether the blocks before the one with the most words of the query are omitted. */
  readonly isExcerpt: boolean;
}

/**
 * Passage of a document as formatted text. Its HTML, links and images are shown as text: they are not trusted, and the page must neither
 * run nor fetch anything of them.
 */
export function Passage({ markdown, query, isExcerpt }: PassageProps) {
  const blocks = blocksOf(markdown);
  return <Blocks tokens={isExcerpt ? fromBestHit(blocks, query) : blocks} query={query} />;
}

interface MarkedProps {
  readonly markdown: string;
  readonly mark: Mark;
}

/** Answer as formatted text with its citations as marks; HTML, links and images are shown as text, as in `Passage`. */
export const MarkedPassage = ({ markdown, mark }: MarkedProps) => (
  <MarkContext value={mark}>
    <Blocks tokens={blocksOf(dropCutMarks(markdown))} query="" />
  </MarkContext>
);

/** Quotation as formatted text with the words of the query highlighted; HTML, links and images are shown as text, as in `Passage`. */
export const Quotation = ({ markdown, query }: { readonly markdown: string; readonly query: string }) => (
  <Blocks tokens={blocksOf(dropCutMarks(markdown))} query={query} />
);
