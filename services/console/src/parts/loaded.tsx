import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** The number of placeholder lines. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** The result of a query, a placeholder while it loads, or its error. */
export function Loaded<Data>({ query: { data, error, refetch }, rows, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return <Skeleton {...(rows !== undefined && { rows })} />;
}
