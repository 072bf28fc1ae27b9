import type { Output } from '@docfleet/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Usage of one namespace on one day. */
export type DayOfUse = Output<'GET /v1/usage'>['usage'][number];

/** Requests, tokens and cost of one chat model for one purpose in a namespace on one day. */
export type ModelUse = Output<'GET /v1/usage'>['models'][number];

const dayMs = 86_400_000;

/** Returns the last `count` days in UTC, the oldest first and today included, as `2026-11-21`. */
export function daysUntilNow(count: number): string[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** Loads the usage of the last `days` days in UTC by day and namespace, today included. */
export const usageQuery = (tenantId: string, days: number) =>
  queryOptions({
    queryKey: ['usage', tenantId, days],
    async queryFn({ signal }) {
      const [from] = daysUntilNow(days);
      return api.usage.get({ from: `${from}T00:00:00Z` }, { signal });
    },
  });
