import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const scripting = '/org.openoffice.Office.Common/Security/Scripting';
const network = '/org.openoffice.Inet/Settings';
const writerUpdates = '/org.openoffice.Office.Writer/Content/Update';
const nowhere = '127.0.0.1';
const discardPort = '9';

/**
 * No macro runs, and nothing that a file names is fetched: forbidding links is not enough, as pictures of a DOC are fetched all the
 * same, so whatever is asked for goes to a proxy that is not there. The kernel cuts the network too, where it can.
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
export async function makeProfile(folder: string): Promise<string> {
  await mkdir(join(folder, 'user'), { recursive: true });
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), registry);
  return `-env:UserInstallation=${pathToFileURL(folder).href}`;
}
