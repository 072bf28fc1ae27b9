import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkFolder } from '@docfleet/sandbox';

/** The places of one conversion on this machine's disk. */
export interface ConversionPlaces {
  /** For the file. */
  readonly path: string;
  /** For the Markdown. */
  readonly outputPath: string;
  /** For where its text stands in the file. */
  readonly locationsPath: string;
  /** An empty folder for intermediate files. */
  readonly workDirectory: string;
}

/** Passes `work` places for one conversion, which are removed with their contents when the work ends, also when it fails. */
export async function withConversionPlaces<Result>(
  work: (places: ConversionPlaces) => Promise<Result>,
): Promise<Result> {
  const folder = await createWorkFolder();
  const place = (name: string) => join(folder, name);
  const [path, outputPath, workDirectory] = [place('file'), place('markdown'), place('work')];
  try {
    await mkdir(workDirectory);
    return await work({ path, outputPath, locationsPath: place('locations'), workDirectory });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
