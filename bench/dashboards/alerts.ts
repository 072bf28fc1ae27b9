import { z } from 'zod';

const deadlineMs = 30_000;

const vector = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.object({ alertname: z.string(), alertstate: z.enum(['pending', 'firing']) }),
        value: z.tuple([z.number(), z.string()]),
      }),
    ),
  }),
});

/** Alerts that waited to go off, or did, within the last minutes: name, state, and at how many evaluations. */
export async function readAlerts(prometheus: string, minutes: number): Promise<[string, string, number][]> {
  const query = `sum by (alertname, alertstate) (count_over_time(ALERTS[${minutes}m]))`;
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`, {
    signal: AbortSignal.timeout(deadlineMs),
  });
  const { result } = vector.parse(await response.json()).data;
  return result.map(({ metric, value: [, times] }) => [metric.alertname, metric.alertstate, Number(times)]);
}
