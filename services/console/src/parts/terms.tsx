import type { ReactNode } from 'react';
import './terms.css';

/** What is known of a thing: names and values, as many beside each other as there is room for. */
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
