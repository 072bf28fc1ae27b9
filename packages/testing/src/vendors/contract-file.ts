import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

const contractsConfig = z.object({ VENDOR_CONTRACTS: z.string().optional() });

/** The vendors' descriptions are not part of the repository; they may lie beside it. */
const besideIt = ['../../../../../shared/contracts/', '../../../../../../shared/contracts/'];

/** Where a vendor's own description is, in the folder that VENDOR_CONTRACTS names or beside the repository; undefined where this machine has none. */
export function contractFile(name: string): string | undefined {
  const { VENDOR_CONTRACTS: folder } = readConfig(contractsConfig);
  const folders = folder ? [`${pathToFileURL(folder).href}/`] : besideIt;
  return folders
    .map((place) => fileURLToPath(new URL(name, new URL(place, import.meta.url))))
    .find((path) => existsSync(path));
}
