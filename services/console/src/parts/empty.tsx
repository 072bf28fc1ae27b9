import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** The next step. */
  readonly text: ReactNode;
  /** The button or link of the next step. */
  readonly action?: ReactNode;
}

/** An empty state: what belongs here, and how to add it. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} size={28} />
    <h2>{title}</h2>
    <p className="soft">{text}</p>
    {action}
  </div>
);
