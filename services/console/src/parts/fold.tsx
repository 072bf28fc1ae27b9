import type { ReactNode } from 'react';
import './fold.css';

interface FoldProps {
  readonly title: string;
  /** Whether it is open at first. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A section that opens when its title is pressed. */
export const Fold = ({ title, isOpen = false, children }: FoldProps) => (
  <details className="fold" open={isOpen}>
    <summary>{title}</summary>
    <div className="fold-content">{children}</div>
  </details>
);
