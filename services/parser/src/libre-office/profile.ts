import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const scripting = '/org.openoffice.Office.Common/Security/Scripting';
/** No macro runs, and nothing that a file names is fetched. */
const settings = [
  ['MacroSecurityLevel', '3'],
  ['DisableMacrosExecution', 'true'],
  ['BlockUntrustedRefererLinks', 'true'],
] as const;

const item = ([name, value]: readonly [string, string]) =>
  `<item oor:path="${scripting}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

/** Makes a profile of its own for LibreOffice in a folder, and gives the option that names it. */
export async function makeProfile(folder: string): Promise<string> {
  await mkdir(join(folder, 'user'), { recursive: true });
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), registry);
  return `-env:UserInstallation=${pathToFileURL(folder).href}`;
}
