import { formatNumber } from './format.ts';
import './progress.css';

/** Part of a progress bar; `tone` is the color of a state. */
export interface ProgressPart {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly tone: 'good' | 'bad' | 'warn' | 'busy' | 'idle' | 'accent';
}

/** Progress bar of several parts with a legend. */
export function Progress({
  label,
  parts,
}: {
  readonly label: string;
  readonly parts: readonly ProgressPart[];
}) {
  const shown = parts.filter(({ value }) => value > 0);
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  return (
    <div className="progress">
      <div className="progress-bar" aria-hidden="true">
        {shown.map(({ key, value, tone }) => (
          <span key={key} className={`progress-${tone}`} style={{ flexGrow: value / total }} />
        ))}
      </div>
      <ul className="progress-legend" aria-label={label}>
        {shown.map(({ key, label: name, value, tone }) => (
          <li key={key}>
            <span className={`progress-dot progress-${tone}`} aria-hidden="true" />
            {`${formatNumber(value)} ${name}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
