/** The program of a child process that reads files with one reader, whose libraries would be in the way of the others'. */
import { readers } from './readers.ts';

const load = readers[process.argv[2] ?? '']?.load;
if (!load) throw new Error(`There is no reader ${process.argv[2]}`);
const read = await load();

process.on('message', async (path: string) => {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const outcome = await read(path).then(
    (markdown) => ({ markdown }),
    (error: Error) => ({ failure: error.message }),
  );
  const { user, system } = process.cpuUsage(before);
  const usage = {
    milliseconds: performance.now() - startedAt,
    cpuMilliseconds: (user + system) / 1_000,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  };
  process.send?.({ ...outcome, ...usage });
});
process.on('disconnect', () => process.exit());
