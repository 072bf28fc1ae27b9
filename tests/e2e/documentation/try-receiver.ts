import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, reserveFreePort, type StubRequest } from '@docfleet/testing';
import { expect } from '@jest/globals';
import type { Workspace } from './open-workspace.ts';

/** Sends a request as it was received; returns the status. */
async function forward(url: string, { body, headers }: StubRequest, sent = body): Promise<number> {
  const kept = Object.entries(headers).filter(([name]) => /^(webhook|x-service)-|^content-type$/.test(name));
  const response = await fetch(url, { method: 'POST', headers: kept as [string, string][], body: sent });
  return response.status;
}

/** Programs around the `verify` of the guide: they print the event of a request, or that it is refused. */
export const verify = {
  js: `console.log(verify(process.argv[2], JSON.parse(process.argv[3]), process.argv[4])?.event ?? 'refused');`,
  python: `
import sys
class Headers(dict):
    def get(self, name, default=None):
        return super().get(name.lower(), default)
event = verify(sys.argv[1].encode(), Headers(json.loads(sys.argv[2])), sys.argv[3])
print(event["event"] if event else "refused")`,
};

/** Starts a receiver of the guide on a port of its own and sends it a genuine and a forged request. */
export async function tryReceiver(
  workspace: Workspace,
  [program, file, code]: readonly [program: string, file: string, code: string],
  request: StubRequest,
  signingKey: string,
): Promise<void> {
  const port = await reserveFreePort();
  await writeFile(join(workspace.folder, file), code.replace('3000', String(port)));
  const environment = { ...workspace.environment, SIGNING_KEY: signingKey };
  const receiving = spawn(program, [file], { cwd: workspace.folder, env: environment });
  let output = '';
  receiving.stdout.on('data', (text) => (output += String(text)));
  try {
    const url = `http://127.0.0.1:${port}/hooks/docfleet`;
    const forged = request.body.replace('"event"', '"other"');
    expect(await eventually(() => forward(url, request, forged), 20_000)).toBe(401);
    expect(await forward(url, request)).toBe(204);
    await eventually(() => expect(output).toContain('DOCUMENTS_READY'));
  } finally {
    receiving.kill();
  }
}
