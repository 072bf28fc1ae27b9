/** Draws the dashboards of the deployment from a Prometheus, for who has no Grafana at hand or wants them in a document. */
import { drawDashboards } from './draw-dashboards.ts';

const usage = `Usage: npm run dashboards-preview -- PROMETHEUS FOLDER [MINUTES] [UNTIL]

Draws deploy/grafana/dashboards as they are, from what the Prometheus at that address heard in the last MINUTES (180)
before UNTIL (now; 2026-11-22T09:30Z), into FOLDER.
`;

const [prometheus, folder, minutes = '180', until] = process.argv.slice(2);
if (prometheus === undefined || folder === undefined || prometheus === '--help') {
  console.log(usage);
} else {
  const to = Math.floor((until === undefined ? Date.now() : Date.parse(until)) / 1_000);
  const empty = await drawDashboards({ prometheus, from: to - Number(minutes) * 60, to }, folder);
  for (const panel of empty) console.log(`No data: ${panel}`);
}
