import { type ReactNode, useDeferredValue } from 'react';
import './page.css';

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

interface PageProps {
  readonly title: ReactNode;
  /** Title of the browser tab, if the title is not a plain text. */
  readonly tab?: string;
  /** Actions of the page, beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of every page: its title, its buttons, its content. The content is rendered after the title, in slices between which a slow
 * phone responds to touches.
 */
export function Page({ title, tab, actions, children }: PageProps) {
  const hasContent = useDeferredValue(true, false);
  return (
    <div className="page">
      <title>{`${tab ?? (typeof title === 'string' ? title : 'Console')} · docfleet`}</title>
      <header className="page-head">
        <h1>{title}</h1>
        {hasContent && actions && <div className="row">{actions}</div>}
      </header>
      {hasContent && children}
    </div>
  );
}

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
