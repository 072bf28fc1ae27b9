import type { ReactNode } from 'react';
import './terms.css';

/** A list of names and values. */
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
