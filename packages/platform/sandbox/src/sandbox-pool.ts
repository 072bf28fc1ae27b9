import { compareUsage, createUsage, currentOwner, type Owner } from '@docfleet/runtime/fairness';
import { type SandboxOptions, SandboxProcess, type TaskOptions } from './sandbox-process.ts';
import { groupUsage } from './watch-task.ts';

interface Waiting {
  readonly start: () => void;
  readonly urgent: boolean;
  readonly owner: Owner;
}

/**
 * Admits `size` tasks at once, and one more for an organization that has none running while others occupy all turns. The organization with the
 * fewest running tasks comes next, of its tasks the urgent ones first, then those of its namespace with the fewest, in the order of their coming.
 */
export function createTurns(size: number) {
  const waiting = new Set<Waiting>();
  const usage = createUsage();
  let busy = 0;

  const isNew = (owner: Owner) => (usage.of(owner)[0] ?? 0) === 0;
  const admits = (owner: Owner) => busy < size || (busy === size && isNew(owner));

  function compare(one: Waiting, other: Waiting): number {
    const [ofOne, ofOther] = [usage.of(one.owner), usage.of(other.owner)];
    const byOrganization = (ofOne[0] ?? 0) - (ofOther[0] ?? 0);
    return byOrganization || Number(other.urgent) - Number(one.urgent) || compareUsage(ofOne, ofOther);
  }

  function next(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const one of waiting) if (!best || compare(one, best) < 0) best = one;
    return best && admits(best.owner) ? best : undefined;
  }

  function begin(owner: Owner): void {
    busy += 1;
    usage.begin(owner);
  }

  return {
    async take(owner: Owner, urgent: boolean): Promise<void> {
      if (admits(owner)) return begin(owner);
      await new Promise<void>((start) => void waiting.add({ start, urgent, owner }));
    },
    /** The turn passes to the next task directly, so that none that comes later slips in between. */
    end(owner: Owner): void {
      busy -= 1;
      usage.end(owner);
      for (let one = next(); one; one = next()) {
        waiting.delete(one);
        begin(one.owner);
        one.start();
      }
    },
  };
}

export interface SandboxPool<Task, Result> {
  /**
   * Performs a task in a child process. Rejects with the task's own error; with one of the codes of `reads` when a limit is reached or the process
   * crashes; with the signal's reason when it aborts. The organization with the fewest running tasks
   * comes next; of its tasks, urgent ones overtake the others.
   */
  run(task: Task, options: RunOptions): Promise<Result>;
  close(): void;
}

interface RunOptions extends TaskOptions {
  readonly urgent?: boolean;
  /** Owner of the task; the current one by default. Organizations take turns, then the namespaces of each. */
  readonly owner?: Owner;
}

export interface SandboxPoolOptions extends Omit<SandboxOptions, 'onEnd'> {
  /** Tasks that are performed at once; one more for an organization that has none while others occupy all. */
  readonly size: number;
  readonly onEnd?: SandboxOptions['onEnd'] | undefined;
}

/** Growth in bytes after which a child process is replaced. */
const grownBytes = 400 * 2 ** 20;
/** Reading the memory of a process costs as much as a short task does. */
const tasksBetweenChecks = 16;

/** Opens a pool of child processes, which start when they are needed and stay for later tasks. */
export function createSandboxPool<Task extends object, Result>({
  size,
  onEnd = () => undefined,
  ...options
}: SandboxPoolOptions): SandboxPool<Task, Result> {
  const idle: SandboxProcess<Task, Result>[] = [];
  const tasksOf = new Map<SandboxProcess<Task, Result>, number>();
  const turns = createTurns(size);

  function take(): SandboxProcess<Task, Result> {
    for (let known = idle.pop(); known; known = idle.pop()) {
      if (known.usable) return known;
      tasksOf.delete(known);
    }
    const fresh = new SandboxProcess<Task, Result>({ ...options, onEnd });
    tasksOf.set(fresh, 0);
    return fresh;
  }

  function retireWhenGrown(process: SandboxProcess<Task, Result>, tookMs: number): void {
    const tasks = (tasksOf.get(process) ?? 0) + 1;
    tasksOf.set(process, tasks);
    if (tookMs < 100 && tasks % tasksBetweenChecks !== 0) return;
    if ((groupUsage(process.pid)?.memoryBytes ?? 0) > grownBytes) process.kill('grown');
  }

  return {
    async run(task, { urgent = false, owner = currentOwner(), ...running }) {
      await turns.take(owner, urgent);
      const process = take();
      const startedAt = performance.now();
      try {
        await process.ready;
        return await process.run(task, running);
      } finally {
        retireWhenGrown(process, performance.now() - startedAt);
        if (process.usable) idle.push(process);
        else tasksOf.delete(process);
        turns.end(owner);
      }
    },
    close() {
      for (const process of tasksOf.keys()) process.kill('closed');
      tasksOf.clear();
    },
  };
}
