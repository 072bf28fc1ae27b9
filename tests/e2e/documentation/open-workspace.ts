import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { type ApiClient, createApiClient } from '@docfleet/testing';
import { createNamespace } from '../documents.ts';
import { pythonPackage } from '../find-python.ts';
import type { TestFleet } from '../test-fleet.ts';
import { repository } from './examples.ts';

export const deadlineMs = 120_000;

const drawing = 'BT /F1 24 Tf 40 60 Td (Parental leave lasts a year) Tj ET';
/** A page with a sentence. */
export const handbookPdf = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 400 120] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj
4 0 obj << /Length ${drawing.length} >> stream
${drawing}
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Root 1 0 R >>
`;

/** Workspace in which a reader tries examples: a folder and an organization of its own. */
export interface Workspace {
  readonly folder: string;
  readonly apiKey: string;
  readonly api: ApiClient;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a program in the folder; returns what it printed, rejects when it failed. */
  run(program: string, args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** curl fails where the service refuses, so that no refused example passes unnoticed; with `-f` it does so by itself. */
const programs = (path: string) => ({
  curl: `case $1 in -sf) ;; *) set -- --fail-with-body "$@" ;; esac\nPATH='${path}' exec curl "$@"`,
  docfleet: `exec node '${join(repository, 'packages/clients/cli/src/main.ts')}' "$@"`,
});

async function writePrograms(folder: string): Promise<void> {
  await mkdir(folder);
  for (const [name, command] of Object.entries(programs(process.env['PATH'] ?? ''))) {
    await writeFile(join(folder, name), `#!/bin/sh\n${command}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, '@docfleet'), { recursive: true });
  await symlink(join(repository, 'packages/clients/sdk'), join(folder, '@docfleet/sdk'));
  await symlink(
    join(repository, 'tests/e2e/node_modules/standardwebhooks'),
    join(folder, 'standardwebhooks'),
  );
}

/** A folder in which TypeScript, Python and shell find what the guides say is installed, and namespaces of these names and configurations. */
export async function openWorkspace(
  fleet: TestFleet,
  namespaces: readonly string[],
  configs: object,
): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'docfleet-documentation-'));
  const organizationId = await createOrganization(fleet.database, 'Reader');
  const apiKey = await createApiKey(fleet.database, { organizationId, name: 'reader', scopes: ['admin'] });
  const api = createApiClient({ url: fleet.url, apiKey });
  for (const name of namespaces) await createNamespace(api, name, configs);
  await writePrograms(join(folder, 'bin'));
  await linkPackages(join(folder, 'node_modules'));
  await mkdir(join(folder, '.docfleet'));
  await writeFile(join(folder, '.docfleet/ready.json'), JSON.stringify({ apiKey, url: fleet.url }));
  const environment = {
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: folder,
    // The command runs from its sources here, dozens of times.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DOCFLEET_URL: fleet.url,
    DOCFLEET_API_KEY: apiKey,
    PYTHONPATH: join(pythonPackage, 'src'),
  };
  return {
    folder,
    apiKey,
    api,
    environment,
    async run(program, args) {
      const options = { cwd: folder, timeout: deadlineMs, env: environment };
      return (await promisify(execFile)(program, args, options)).stdout;
    },
    async close() {
      await fleet.database.organization.delete({ where: { id: organizationId } });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
