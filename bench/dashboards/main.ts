/** Panels of the deployment's dashboards that have no data of a fleet at work, and alerts that go off, as a Prometheus with the deployment's rules has it. */
import { join } from 'node:path';
import { withBenchServers } from '../servers.ts';
import { printTable } from '../table.ts';
import { readAlerts } from './alerts.ts';
import { bringCustomers } from './customers.ts';
import { beginDay } from './day.ts';
import { bringDriveUser } from './drive-user.ts';
import { findEmptyPanels } from './empty-panels.ts';
import { startPrometheus } from './prometheus.ts';
import { startWorld } from './world.ts';

const usage = `Usage: npm run bench:dashboards -- FOLDER [MINUTES]

Runs a fleet of seven processes under a mixed load for MINUTES (13), with vendors that fail for a while, and names the panels of the
dashboards that stayed empty. Needs the program prometheus. What Prometheus heard stays in FOLDER/prometheus.
`;

async function main(folder: string, minutes: number): Promise<void> {
  await withBenchServers(async (servers) => {
    const world = await startWorld(servers);
    const prometheus = await startPrometheus(servers.scope, join(folder, 'prometheus'), world.internalPorts);
    console.log(`Prometheus listens at ${prometheus}`);
    const day = beginDay(minutes);
    await bringCustomers(world, day);
    await bringDriveUser(world, day);
    day.every(1, async () => {
      world.hour.isBad = day.isBetween(0.5, 0.65);
    });
    await day.end();
    for (const panel of await findEmptyPanels(prometheus, minutes)) console.log(`No data: ${panel}`);
    printTable(['alert', 'state', 'times'], await readAlerts(prometheus, minutes));
    printTable(['what did not work', 'times'], [...day.failures]);
  });
}

const [folder, minutes = '13'] = process.argv.slice(2);
if (folder === undefined || folder === '--help') console.log(usage);
else await main(folder, Number(minutes));
