import type { Resources } from '@docfleet/pipeline/resources';
import { repeat, type Scope } from '@docfleet/runtime/service';
import type { SchedulerSettings } from './config.ts';
import { observeFleet } from './observe-fleet.ts';
import { schedulerTasks } from './tasks.ts';

export { schedulerSettings } from './config.ts';

/** Starts the scheduler's tasks; they stop when the scope closes. Several schedulers may run at once. */
export function startScheduler(scope: Scope, resources: Resources, settings: SchedulerSettings): void {
  observeFleet(scope, resources);
  repeat(scope, schedulerTasks(resources, settings), resources.logger);
}
