import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Problem } from './problem.tsx';

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
