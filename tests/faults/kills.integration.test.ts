import { times } from './form.ts';
import { report } from './report.ts';
import { loseRedis } from './scenarios/hurt-redis.ts';
import { killEverything } from './scenarios/kill-services.ts';
import { setUpFleet } from './set-up-fleet.ts';

const faultTest = setUpFleet();

faultTest(
  'everything that is killed at once, PostgreSQL and Redis too, recovers with nothing lost or doubled',
  async ({ fleet, survive }) => {
    const rounds = times(1, 20);
    const slowest = await survive(rounds, (round) => killEverything(fleet, 300 + 97 * round));
    report('3', `kill -9 of everything at once, ${rounds} times; the slowest`, { ...slowest });
  },
);

faultTest('a Redis that restarts empty costs no work', async ({ fleet, customer, survive }) => {
  const rounds = times(1, 5);
  const lost = await survive(rounds, async () => {
    await customer.change(0.2);
    await loseRedis(fleet);
  });
  report('4', `Redis restarts on an empty volume, ${rounds} times; the slowest`, { ...lost });
});
