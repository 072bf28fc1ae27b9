import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './note.css';

const icons = { bad: 'warning', warn: 'warning', busy: 'runs', good: 'check' } as const;

interface NoteProps {
  readonly tone: 'bad' | 'warn' | 'busy' | 'good';
  readonly title: string;
  /** Explanation of the state, and what can be done. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Prominent notice above the content. */
export const Note = ({ tone, title, children, action }: NoteProps) => (
  <section className={`note note-${tone}`} aria-label={title}>
    <Icon name={icons[tone]} />
    <div className="note-words">
      <strong>{title}</strong>
      <div>{children}</div>
      {action && <div className="row">{action}</div>}
    </div>
  </section>
);
