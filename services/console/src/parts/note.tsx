import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './note.css';

interface NoteProps {
  readonly tone: 'bad' | 'warn' | 'busy';
  readonly title: string;
  /** What is so, and what can be done. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** What has to be known of a thing before anything else. */
export const Note = ({ tone, title, children, action }: NoteProps) => (
  <section className={`note note-${tone}`} aria-label={title}>
    <Icon name={tone === 'busy' ? 'runs' : 'warning'} />
    <div className="note-words">
      <strong>{title}</strong>
      <div>{children}</div>
      {action && <div className="row">{action}</div>}
    </div>
  </section>
);
