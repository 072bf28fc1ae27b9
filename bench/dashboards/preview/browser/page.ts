/** Lays a dashboard out as Grafana does: 24 columns, rows of 30 pixels with 8 between. */
import type { FilledDashboard, FilledPanel } from '../filled-dashboard.ts';
import { colorOf, drawChart } from './draw-chart.ts';
import { format } from './format.ts';

const columns = 24;
const row = 30;
const gap = 8;
const headHeight = 32;
const legendWidth = 350;

declare global {
  interface Window {
    dashboard: FilledDashboard;
  }
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

const lastOf = (values: readonly (number | null)[]) => values.findLast((value) => value !== null);

function drawLegend({ lines, fieldConfig }: FilledPanel): HTMLElement {
  const { unit } = fieldConfig.defaults;
  const table = element('table', 'legend');
  const head = table.appendChild(element('tr', ''));
  for (const title of ['Name', 'Last *', 'Max']) head.append(element('th', '', title));
  for (const [index, { label, values }] of lines.entries()) {
    const line = table.appendChild(element('tr', ''));
    const name = line.appendChild(element('td', 'name'));
    const mark = name.appendChild(element('span', 'mark'));
    mark.style.background = colorOf(index);
    name.append(label);
    const known = values.filter((value) => value !== null);
    line.append(element('td', '', format(lastOf(values), unit)));
    line.append(element('td', '', format(known.length > 0 ? Math.max(...known) : null, unit)));
  }
  return table;
}

const colors: Readonly<Record<string, string>> = { green: '#73bf69', orange: '#ff9830', red: '#f2495c' };

function drawStat(box: HTMLElement, { lines, fieldConfig, options }: FilledPanel): void {
  const { unit, thresholds } = fieldConfig.defaults;
  const value = lastOf(lines[0]?.values ?? []);
  const step = thresholds?.steps.findLast((one) => one.value === null || (value ?? 0) >= one.value);
  const color = colors[step?.color ?? 'green'] ?? 'gray';
  const figure = box.appendChild(element('div', 'stat', format(value, unit)));
  if (options.colorMode === 'background') box.parentElement?.style.setProperty('background', color);
  else figure.style.color = color;
}

function drawPanel(panel: FilledPanel, width: number, times: readonly number[]): HTMLElement {
  const { gridPos, lines, title, type } = panel;
  const cell = (width + gap) / columns;
  const size = { width: gridPos.w * cell - gap, height: gridPos.h * (row + gap) - gap };
  const frame = element('section', 'panel');
  Object.assign(frame.style, {
    left: `${gridPos.x * cell}px`,
    top: `${gridPos.y * (row + gap)}px`,
    width: `${size.width}px`,
    height: `${size.height}px`,
  });
  frame.append(element('h2', '', title));
  const body = frame.appendChild(element('div', 'body'));
  if (lines.length === 0) body.append(element('div', 'empty', 'No data'));
  else if (type === 'stat') drawStat(body, panel);
  else {
    const chart = body.appendChild(element('div', ''));
    drawChart(chart, panel, times, {
      width: size.width - legendWidth - 16,
      height: size.height - headHeight - 8,
    });
    body.append(drawLegend(panel));
  }
  return frame;
}

const { title, variables, times, panels } = window.dashboard;
const head = document.body.appendChild(element('header', ''));
head.append(element('h1', '', title));
for (const [label, value] of variables) {
  const variable = head.appendChild(element('div', 'variable', label));
  variable.append(element('b', '', value));
}
const canvas = document.body.appendChild(element('main', ''));
const bottom = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h));
canvas.style.height = `${bottom * (row + gap)}px`;
canvas.append(...panels.map((panel) => drawPanel(panel, canvas.clientWidth, times)));
