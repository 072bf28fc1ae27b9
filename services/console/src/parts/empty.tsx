import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** Explanation of the next step. */
  readonly text: ReactNode;
  /** Button or link of the next step. */
  readonly action?: ReactNode;
}

/** Empty state: what belongs here, and how to add it. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} size={28} />
    <h2>{title}</h2>
    <p className="soft">{text}</p>
    {action}
  </div>
);
