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

/** Series of a bar chart; `tone` is the color of a state. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'busy' | 'accent';
}

interface ChartProps {
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly bars: readonly { readonly label: string; readonly values: Readonly<Record<string, number>> }[];
}

const height = 96;
const step = 12;
const width = 9;
/** Height of an empty bar. */
const floor = 1.5;

const sum = (values: Readonly<Record<string, number>>, series: readonly ChartSeries[]) =>
  series.reduce((total, { key }) => total + (values[key] ?? 0), 0);

/** Bar with the values of all series on top of each other. */
function Bar({
  bar,
  series,
  index,
  scale,
}: {
  readonly bar: ChartProps['bars'][number];
  readonly series: readonly ChartSeries[];
  readonly index: number;
  readonly scale: number;
}) {
  let top = height;
  const summary = series.map(({ key, label }) => `${formatNumber(bar.values[key] ?? 0)} ${label}`).join(', ');
  return (
    <g>
      <title>{`${bar.label}: ${summary}`}</title>
      <rect className="chart-ground" x={index * step} y={0} width={width} height={height} />
      <rect className="chart-floor" x={index * step} y={height - floor} width={width} height={floor} />
      {series.map(({ key, tone }) => {
        const size = (bar.values[key] ?? 0) * scale;
        top -= size;
        return (
          <rect key={key} className={`chart-${tone}`} x={index * step} y={top} width={width} height={size} />
        );
      })}
    </g>
  );
}

/** Bar chart over time, with its data as a table for screen readers. */
export function Chart({ label, series, bars }: ChartProps) {
  const highest = Math.max(0, ...bars.map(({ values }) => sum(values, series)));
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${bars.length * step} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, index) => (
          <Bar
            key={bar.label}
            bar={bar}
            series={series}
            index={index}
            scale={height / Math.max(1, highest)}
          />
        ))}
      </svg>
      <figcaption className="chart-legend">
        {series.map(({ key, label: name, tone }) => (
          <span key={key} className={`chart-name chart-name-${tone}`}>
            {name}
          </span>
        ))}
        <span className="soft">highest {formatNumber(highest)}</span>
      </figcaption>
      <ChartTable label={label} series={series} bars={bars} />
    </figure>
  );
}

const ChartTable = ({ label, series, bars }: ChartProps) => (
  <table className="hidden">
    <caption>{label}</caption>
    <thead>
      <tr>
        <th scope="col">Time</th>
        {series.map(({ key, label: name }) => (
          <th key={key} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {bars.map((bar) => (
        <tr key={bar.label}>
          <th scope="row">{bar.label}</th>
          {series.map(({ key }) => (
            <td key={key}>{formatNumber(bar.values[key] ?? 0)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
