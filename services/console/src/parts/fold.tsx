import type { ReactNode } from 'react';
import './fold.css';

/** What is not needed at first, behind its name. */
export const Fold = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className="fold">
    <summary>{title}</summary>
    <div className="fold-content">{children}</div>
  </details>
);
