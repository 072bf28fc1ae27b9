import { connectorFacts } from '@docfleet/sdk';
import type { ReactNode } from 'react';
import './page.css';

type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle';

/** Colors of states: of documents, runs, connections, keys, webhooks and deliveries. */
const tones: Readonly<Record<string, Tone>> = {
  SUCCESS: 'good',
  SUCCEEDED: 'good',
  COMPLETED: 'good',
  COMPLETED_WITH_ERRORS: 'warn',
  NEEDS_CONFIRMATION: 'warn',
  ACTIVE: 'good',
  FAILED: 'bad',
  REVOKED: 'bad',
  EXPIRED: 'warn',
  DISABLED: 'warn',
  RETRYING: 'warn',
  REJECTED: 'warn',
  FAILING: 'warn',
  PROCESSING: 'busy',
  PRE_PROCESSING: 'busy',
  RUNNING: 'busy',
  BUILDING: 'busy',
  EVALUATING: 'busy',
  APPLIED: 'good',
  REFUSED: 'warn',
  DECIDING: 'warn',
};

/** Names of sources and types that do not follow from their identifiers. */
const names: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(connectorFacts).map(([name, { label }]) => [name, label])),
  REEMBEDDING: 'Re-embedding',
  URL: 'Web page',
  URLS_LIST: 'Web pages',
  YOUTUBE: 'YouTube',
};

/** Formats a state for users: `Queued for resync` for `QUEUED_FOR_RESYNC`. */
export const wordsOf = (state: string): string => {
  const name = names[state];
  if (name !== undefined) return name;
  const words = state.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the color of a state; that of idle for an unknown one. */
export const toneOf = (state: string): Tone => tones[state] ?? 'idle';

interface BadgeProps {
  readonly state: string;
  /** Text of the badge; the name of the state by default. */
  readonly children?: ReactNode;
}

/** Badge with a state in words and in color. */
export const Badge = ({ state, children = wordsOf(state) }: BadgeProps) => (
  <span className={`badge badge-${toneOf(state)}`}>{children}</span>
);
