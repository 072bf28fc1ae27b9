import { z } from 'zod';

const thresholds = z.object({
  steps: z.array(z.object({ color: z.string(), value: z.number().nullable() })),
});
const panel = z.object({
  type: z.enum(['stat', 'timeseries']),
  title: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
  fieldConfig: z.object({
    defaults: z.object({
      unit: z.string(),
      decimals: z.number().optional(),
      min: z.number().optional(),
      max: z.number().optional(),
      thresholds: thresholds.optional(),
      custom: z
        .object({ fillOpacity: z.number(), stacking: z.object({ mode: z.enum(['none', 'normal']) }) })
        .optional(),
    }),
  }),
  options: z.object({
    colorMode: z.enum(['background', 'value']).optional(),
    legend: z.object({ sortBy: z.literal('Max'), sortDesc: z.literal(true) }).optional(),
  }),
});
/** What of a dashboard's JSON is drawn; one that has anything else is refused. */
export const dashboardSchema = z.object({
  title: z.string(),
  templating: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        label: z.string().optional(),
        allValue: z.string().optional(),
      }),
    ),
  }),
  panels: z.array(panel),
});

export type Dashboard = z.output<typeof dashboardSchema>;
export type Panel = z.output<typeof panel>;
