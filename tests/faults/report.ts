import { seed } from './form.ts';

/** Measurements of a fault; times in whole milliseconds unless the name says otherwise. */
export type Figures = Readonly<Record<string, number | string>>;

/** Prints what was measured of a fault as a row of the table in docs/reliability.md. */
export function report(fault: string, what: string, figures: Figures): void {
  const columns = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`| ${fault} | ${what} | ${columns.join(', ')} | seed ${seed} |\n`);
}
