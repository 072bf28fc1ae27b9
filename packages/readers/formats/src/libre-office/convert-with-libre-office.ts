import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@docfleet/errors';
import { runProgram } from '../system-programs/run-program.ts';

const scripting = '/org.openoffice.Office.Common/Security/Scripting';
const network = '/org.openoffice.Inet/Settings';
const writerUpdates = '/org.openoffice.Office.Writer/Content/Update';
const nowhere = '127.0.0.1';
const discardPort = '9';

/**
 * No macro runs, and nothing that a file names is fetched: forbidding links is not enough, as pictures of a DOC are fetched all the
 * same, so all requests go to a proxy that does not exist. The kernel cuts the network too, where it can.
 */
const settings: readonly (readonly [path: string, name: string, value: string])[] = [
  [scripting, 'MacroSecurityLevel', '3'],
  [scripting, 'DisableMacrosExecution', 'true'],
  [scripting, 'DisableActiveContent', 'true'],
  [scripting, 'BlockUntrustedRefererLinks', 'true'],
  [writerUpdates, 'Link', '0'],
  [network, 'ooInetProxyType', '2'],
  [network, 'ooInetHTTPProxyName', nowhere],
  [network, 'ooInetHTTPProxyPort', discardPort],
  [network, 'ooInetHTTPSProxyName', nowhere],
  [network, 'ooInetHTTPSProxyPort', discardPort],
  [network, 'ooInetFTPProxyName', nowhere],
  [network, 'ooInetFTPProxyPort', discardPort],
  [network, 'ooInetNoProxy', ''],
];

const item = ([path, name, value]: (typeof settings)[number]) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.map(item).join('\n')}
</oor:items>
`;

/** Makes a profile of its own for LibreOffice in a folder, and returns the option that names it. */
async function makeProfile(folder: string): Promise<string> {
  await mkdir(join(folder, 'user'), { recursive: true });
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), registry);
  return `-env:UserInstallation=${pathToFileURL(folder).href}`;
}

export interface OfficeConversion {
  /** The names of LibreOffice's filters that may read the file, in the order in which they are tried; no others are. */
  readonly inputFilters: readonly string[];
  readonly target: 'docx' | 'pptx';
}

/**
 * Converts an office file and returns the path of the result, in the work folder. Throws SYSTEM_PROGRAM_MISSING, and
 * DOCUMENT_UNREADABLE where LibreOffice makes nothing of the file.
 */
export async function convertWithLibreOffice(
  { path, workDirectory }: { readonly path: string; readonly workDirectory: string },
  { inputFilters, target }: OfficeConversion,
): Promise<string> {
  const folder = join(workDirectory, 'converted');
  await mkdir(folder, { recursive: true });
  const profile = await makeProfile(join(workDirectory, 'profile'));
  let complaint = '';
  for (const inputFilter of inputFilters) {
    const run = await runProgram('soffice', {
      args: [
        profile,
        ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
        `--infilter=${inputFilter}`,
        ...['--convert-to', target, '--outdir', folder, path],
      ],
      directory: workDirectory,
    });
    complaint = run.complaint;
    // Its exit code is 0 also where it could not read the file.
    const [name] = await readdir(folder);
    if (name) return join(folder, name);
  }
  throw new AppError('DOCUMENT_UNREADABLE', 'The file is damaged: save or upload it again', {
    cause: new Error(complaint),
  });
}
