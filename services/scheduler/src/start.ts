import type { Resources } from '@docfleet/resources';
import { repeat, type Scope } from '@docfleet/service';
import { schedulerTasks } from './tasks.ts';

/** Starts the scheduler's tasks; they stop when the scope closes. Several schedulers may run at once. */
export function startScheduler(scope: Scope, resources: Resources): void {
  repeat(scope, schedulerTasks(resources), resources.logger);
}
