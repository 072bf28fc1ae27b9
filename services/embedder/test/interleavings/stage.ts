import { setImmediate as nextTurn } from 'node:timers/promises';

/** An actor that proceeds step by step: a request, or a worker with one job. */
export interface Player {
  readonly name: string;
  /** Waits for its turn, then does one step of the outside world: a statement, a call of a store. */
  step<Result>(what: string, act: () => Promise<Result> | Result): Promise<Result>;
  /** Steps that it waits to do. */
  readonly waiting: readonly Turn[];
  /** Stops for ever where it stands. */
  kill(): void;
  readonly dead: boolean;
  /** Weight of its turns, compared with others. */
  pace: number;
}

interface Turn {
  readonly what: string;
  /** Lets the step happen and the player continue to its next one; with `thenDie`, the player does not learn of it. */
  take(thenDie?: boolean): Promise<void>;
}

/** Continuations between two steps take a few turns of the event loop at most: streams and stacked promises. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
}

export function createPlayer(name: string, pace: number, log: (line: string) => void): Player {
  const waiting: Turn[] = [];
  let dead = false;

  const forever = new Promise<never>(() => undefined);
  return {
    name,
    pace,
    waiting,
    get dead() {
      return dead;
    },
    kill() {
      dead = true;
      waiting.length = 0;
    },
    step<Result>(what: string, act: () => Promise<Result> | Result): Promise<Result> {
      if (dead) return forever;
      return new Promise<Result>((resolve, reject) => {
        const turn: Turn = {
          what,
          async take(thenDie = false) {
            waiting.splice(waiting.indexOf(turn), 1);
            log(`${name}: ${what}${thenDie ? ' †' : ''}`);
            const [outcome] = await Promise.allSettled([(async () => act())()]);
            if (thenDie) {
              dead = true;
              waiting.length = 0;
            } else if (outcome.status === 'fulfilled') resolve(outcome.value);
            else reject(outcome.reason);
            await settle();
          },
        };
        waiting.push(turn);
      });
    },
  };
}

export { settle };
