import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scope } from '@docfleet/runtime/service';
import { eventually, reserveFreePort } from '@docfleet/testing';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const rules = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));
const startWithinMs = 30_000;

const rulesOfDeployment = z.object({
  global: z.looseObject({}),
  scrape_configs: z.tuple([z.looseObject({ job_name: z.string(), dns_sd_configs: z.unknown() })]),
});

/** The configuration of the deployment, which asks these ports of this machine in place of names. */
async function configFor(ports: readonly number[]): Promise<string> {
  const config = rulesOfDeployment.parse(parse(await readFile(join(rules, 'prometheus.yml'), 'utf8')));
  const [{ dns_sd_configs: _names, ...rest }] = config.scrape_configs;
  const targets = ports.map((port) => `127.0.0.1:${port}`);
  return stringify({
    ...config,
    rule_files: [join(rules, 'alerts.yml')],
    scrape_configs: [{ ...rest, static_configs: [{ targets }] }],
  });
}

/** Starts a Prometheus with the deployment's rules and alerts, which keeps what it hears in the folder; returns its address. */
export async function startPrometheus(
  scope: Scope,
  folder: string,
  ports: readonly number[],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const configFile = join(folder, 'prometheus.yml');
  await writeFile(configFile, await configFor(ports));
  const address = `127.0.0.1:${await reserveFreePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${resolve(folder, 'series')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  scope.defer(child, async () => {
    child.kill();
    await ended;
  });
  const url = `http://${address}`;
  await eventually(async () => {
    if (!(await fetch(`${url}/-/ready`)).ok) throw new Error('Prometheus is not ready');
  }, startWithinMs);
  return url;
}
