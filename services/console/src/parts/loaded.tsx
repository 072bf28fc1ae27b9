import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Problem } from './problem.tsx';

const rowHeight = 2.1;

/** A placeholder of `rows` lines while content loads. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number }) => (
  <div className="skeleton" role="status" style={{ height: `${rows * rowHeight}rem` }}>
    <span className="hidden">Loading</span>
  </div>
);

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error'> & { readonly refetch: () => unknown };
  /** The number of placeholder lines. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** The result of a query, a placeholder while it loads, or its error. A result is rendered in slices, so that a long one does not block input. */
export function Loaded<Data>({ query, rows, children }: LoadedProps<Data>) {
  const { data, error, refetch } = useDeferredValue(query);
  if (data !== undefined) return children(data);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return <Skeleton {...(rows !== undefined && { rows })} />;
}
