/** A unit's steps: the smallest value that is written in one, and how. */
interface Step {
  readonly from: number;
  readonly suffix: string;
}

const thousands = (suffixes: readonly string[], base = 1_000): Step[] =>
  suffixes.map((suffix, power) => ({ from: base ** power, suffix }));

const steps: Readonly<Record<string, readonly Step[]>> = {
  short: thousands(['', ' K', ' Mil']),
  s: [
    { from: 1e-6, suffix: ' µs' },
    { from: 1e-3, suffix: ' ms' },
    { from: 1, suffix: ' s' },
    { from: 60, suffix: ' min' },
    { from: 3_600, suffix: ' hour' },
  ],
  percentunit: [{ from: 0.01, suffix: '%' }],
  bytes: thousands([' B', ' KiB', ' MiB', ' GiB'], 1_024),
  Bps: thousands([' B/s', ' kB/s', ' MB/s']),
  reqps: [{ from: 1, suffix: ' req/s' }],
  ops: [{ from: 1, suffix: ' ops/s' }],
};

/** At most three digits that matter, and no zeros at the end. */
const digits = (value: number) => {
  const size = Math.abs(value);
  const places = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return String(Number(value.toFixed(places)));
};

/** A value as Grafana writes one of this unit. */
export function format(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '-';
  const known = steps[unit];
  if (!known) throw new Error(`The unit ${unit} has no format`);
  const fitting = known.findLast(({ from }) => Math.abs(value) >= from);
  const step = fitting ?? known.find(({ from }) => from >= 1) ?? known[0];
  if (!step) return digits(value);
  const divisor = unit === 'short' && !fitting ? 1 : step.from;
  return `${digits(value / divisor)}${step.suffix}`;
}
