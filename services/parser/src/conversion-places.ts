import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The places of one conversion on this machine's disk. */
export interface ConversionPlaces {
  /** For the file. */
  readonly path: string;
  /** For the Markdown. */
  readonly outputPath: string;
  /** An empty folder for whatever lies between the two. */
  readonly workDirectory: string;
}

/** Gives `work` places for one conversion, which are removed with all that is in them whatever comes of the work. */
export async function withConversionPlaces<Result>(
  work: (places: ConversionPlaces) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-parse-'));
  const [path, outputPath, workDirectory] = [
    join(folder, 'file'),
    join(folder, 'markdown'),
    join(folder, 'work'),
  ];
  try {
    await mkdir(workDirectory);
    return await work({ path, outputPath, workDirectory });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
