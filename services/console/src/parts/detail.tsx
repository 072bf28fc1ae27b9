import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';
import { ShownName } from './shown-name.tsx';

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

interface DetailTitleProps {
  /** Link to the list that contains the object. */
  readonly back: ReactNode;
  readonly name: string;
  readonly state?: string | undefined;
}

/** Title of a details page: a link back, the name, the state. */
export const DetailTitle = ({ back, name, state }: DetailTitleProps) => (
  <span className="detail-title">
    {back}
    <span className="detail-name">
      <ShownName>{name}</ShownName>
    </span>
    {state !== undefined && <Badge state={state} />}
  </span>
);
