import type { UseQueryResult } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useDeferredValue } from 'react';
import { Badge } from './badge.tsx';
import { ShownName } from './columns.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Problem } from './problem.tsx';
import './page.css';

const rowHeight = 2.1;

/** Placeholder of `rows` lines while content loads. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number }) => (
  <div className="skeleton" role="status" style={{ height: `${rows * rowHeight}rem` }}>
    <span className="hidden">Loading</span>
  </div>
);

type Query = Pick<UseQueryResult, 'data' | 'error'> & { readonly refetch: () => unknown };

interface LoadedProps<Own extends Query> {
  readonly query: Own;
  /** Number of placeholder lines. */
  readonly rows?: number;
  /** Renders the data, with the query in the state of that data, which may be older than the caller's. */
  readonly children: (data: Exclude<Own['data'], undefined>, query: Own) => ReactNode;
}

/**
 * Content of a query, a placeholder while it loads, or its error. Content is rendered in slices, so that a long one does not block input.
 */
export function Loaded<Own extends Query>({ query, rows, children }: LoadedProps<Own>) {
  const rendered = useDeferredValue(query);
  const { data, error, refetch } = rendered;
  // TypeScript does not narrow what is indexed in a parameter.
  if (data !== undefined) return children(data as Exclude<Own['data'], undefined>, rendered);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return <Skeleton {...(rows !== undefined && { rows })} />;
}

/** List of names and values. */
export const Terms = ({ terms }: { readonly terms: Readonly<Record<string, ReactNode>> }) => (
  <dl className="terms">
    {Object.entries(terms).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** Explanation of the next step. */
  readonly text: ReactNode;
  /** Button or link of the next step. */
  readonly action?: ReactNode;
}

/** Empty state: the objects that belong here, and how to add one. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} size={28} />
    <h2>{title}</h2>
    <p className="soft">{text}</p>
    {action}
  </div>
);

const icons = { bad: 'warning', warn: 'warning', busy: 'runs', good: 'check' } as const;

interface NoteProps {
  readonly tone: 'bad' | 'warn' | 'busy' | 'good';
  readonly title: string;
  /** Explanation of the state, and its remedy. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Prominent notice above the content. */
export const Note = ({ tone, title, children, action }: NoteProps) => (
  <section className={`note note-${tone}`} aria-label={title}>
    <Icon name={icons[tone]} />
    <div className="note-words">
      <strong>{title}</strong>
      <div>{children}</div>
      {action && <div className="row">{action}</div>}
    </div>
  </section>
);

interface FoldProps {
  readonly title: string;
  /** Whether the section is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Section that opens when its title is pressed. */
export const Fold = ({ title, isOpen = false, children }: FoldProps) => (
  <details className="fold" open={isOpen}>
    <summary>{title}</summary>
    <div className="fold-content">{children}</div>
  </details>
);

/** Link from the page of an object to that of its list, which `label` names. */
export const Back = createLink(({ label, ...link }: ComponentProps<'a'> & { readonly label: string }) => (
  <a {...link}>
    <Icon name="back" />
    <span className="hidden">{label}</span>
  </a>
));

interface PageProps {
  readonly title: string;
  /** Link to the page from which this one is reached, as `<Back>`. */
  readonly back?: ReactNode;
  /** State of the object that the page shows. */
  readonly state?: string | undefined;
  /** Actions of the page, beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of every page: its title, its buttons, its content. The content is rendered after the title, in slices between which a slow
 * phone responds to touches.
 */
export function Page({ title, back, state, actions, children }: PageProps) {
  const hasContent = useDeferredValue(true, false);
  return (
    <div className="page">
      <title>{`${title} · docfleet`}</title>
      <header className="page-head">
        <h1>
          {back === undefined ? (
            title
          ) : (
            <span className="detail-title">
              {back}
              <span className="detail-name">
                <ShownName>{title}</ShownName>
              </span>
              {state !== undefined && <Badge state={state} />}
            </span>
          )}
        </h1>
        {hasContent && actions && <div className="row">{actions}</div>}
      </header>
      {hasContent && children}
    </div>
  );
}

interface DetailPageProps<Own extends Query> extends Omit<PageProps, 'title' | 'children' | 'actions'> {
  readonly query: Own;
  /** Name of the object, or of its kind while it loads. */
  readonly name: string;
  readonly actions?: (data: Exclude<Own['data'], undefined>) => ReactNode;
  readonly children: (data: Exclude<Own['data'], undefined>) => ReactNode;
}

/** Page of one object: a link back, its name and state, the actions on it, and its content. */
export const DetailPage = <Own extends Query>(props: DetailPageProps<Own>) => {
  const { query, name, actions, children, ...frame } = props;
  // TypeScript does not narrow what is indexed in a parameter.
  const data = query.data as Exclude<Own['data'], undefined> | undefined;
  return (
    <Page {...frame} title={name} actions={data !== undefined && actions?.(data)}>
      <Loaded query={query} rows={8}>
        {(loaded) => children(loaded)}
      </Loaded>
    </Page>
  );
};

interface CardProps {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Section of a page with a title of its own. */
export const Card = ({ title, actions, children }: CardProps) => (
  <section className="card">
    {title !== undefined && (
      <header className="row row-apart">
        <h2>{title}</h2>
        {actions}
      </header>
    )}
    {children}
  </section>
);
