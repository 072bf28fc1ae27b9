import uPlot from 'uplot';
import type { FilledPanel, Line } from '../filled-dashboard.ts';
import { format } from './format.ts';

/** Enough of them to distinguish the lines of one panel. */
const palette = (
  '#73bf69 #f2cc0c #5794f2 #ff9830 #f2495c #b877d9 #8ab8ff #ffa6b0 #96d98d #ffee52 #c0d8ff #ffcb7d #ff7383 #deb6f2 ' +
  '#37872d #e0b400 #1f60c4 #fa6400 #c4162a #8f3bb8'
).split(' ');
export const colorOf = (index: number): string => palette[index % palette.length] ?? '#ccc';

const grid = { stroke: 'rgba(204, 204, 220, 0.07)', width: 1 };
const axis = { stroke: '#ccccdcb3', grid, ticks: grid, font: '12px sans-serif' };

/** Each line on top of those before it; what is not there counts nothing. */
function stack(lines: readonly Line[]): number[][] {
  const sums = lines[0]?.values.map(() => 0) ?? [];
  return lines.map(({ values }) => {
    for (const [index, value] of values.entries()) sums[index] = (sums[index] ?? 0) + (value ?? 0);
    return [...sums];
  });
}

/** Bytes are read in powers of two. */
const increments: Readonly<Record<string, readonly number[]>> = {
  bytes: Array.from({ length: 40 }, (_, power) => 2 ** power),
};

const fillOf = (color: string, percent: number) =>
  color +
  Math.round(percent * 2.55)
    .toString(16)
    .padStart(2, '0');

/** Draws a panel's lines over the times into a box of this size. */
export function drawChart(
  box: HTMLElement,
  { lines, fieldConfig: { defaults } }: FilledPanel,
  times: readonly number[],
  size: { width: number; height: number },
): void {
  const { unit, min = 0, custom } = defaults;
  const isStacked = custom?.stacking.mode === 'normal';
  const values = isStacked ? stack(lines) : lines.map((line) => [...line.values]);
  const series = lines.map((_line, index) => ({
    stroke: colorOf(index),
    width: 1,
    fill: fillOf(colorOf(index), custom?.fillOpacity ?? 0),
    points: { show: false },
  }));
  const range = (_chart: uPlot, _lowest: number | null, highest: number | null): uPlot.Range.MinMax => [
    min,
    highest !== null && highest > min ? highest * 1.05 : min + 1,
  ];
  const labels = (_chart: uPlot, splits: number[]) => splits.map((value) => format(value, unit));
  const incrs = increments[unit];
  // Of what is stacked, only the part above the line before is filled.
  const bands = isStacked
    ? lines.slice(1).map((_line, index): uPlot.Band => ({ series: [index + 2, index + 1] }))
    : [];
  new uPlot(
    {
      ...size,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: true }, y: { range } },
      axes: [
        { ...axis, values: '{HH}:{mm}' },
        { ...axis, size: 80, values: labels, ...(incrs && { incrs: [...incrs] }) },
      ],
      series: [{}, ...series],
      bands,
    },
    [[...times], ...values],
    box,
  );
}
