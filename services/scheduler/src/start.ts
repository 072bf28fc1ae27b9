import type { Resources } from '@docfleet/pipeline/resources';
import { repeat, type Scope } from '@docfleet/runtime/service';
import { observeFleet } from './observe-fleet.ts';
import { type SchedulerSettings, schedulerTasks } from './tasks.ts';

export { schedulerSettings } from './tasks.ts';

/** Starts the scheduler's tasks; they stop when the scope closes. Several schedulers may run at once. */
export function startScheduler(scope: Scope, resources: Resources, settings: SchedulerSettings): void {
  observeFleet(scope, resources);
  repeat(scope, schedulerTasks(resources, settings), resources.logger);
}
