import type { Dashboard, Panel } from './dashboard.ts';

/** One line of a panel: a value for each time of its panel, null where there is none. */
export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

export interface FilledPanel extends Pick<Panel, 'type' | 'title' | 'gridPos' | 'fieldConfig' | 'options'> {
  readonly lines: readonly Line[];
}

/** A dashboard with what Prometheus said, ready to be drawn. */
export interface FilledDashboard extends Pick<Dashboard, 'title'> {
  /** Variables by their label: what stands in the boxes above the panels. */
  readonly variables: readonly (readonly [label: string, value: string])[];
  /** Seconds since 1970, the same for all panels. */
  readonly times: readonly number[];
  readonly panels: readonly FilledPanel[];
}
