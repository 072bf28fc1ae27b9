import { expect } from '@jest/globals';
import { podsOf, renderChart, testWithHelm, useChart } from './render-chart.ts';

const chart = useChart();
const renderWith = (values: Record<string, unknown>) => renderChart({ chart, values });
const containerOf = (service: string, values: Record<string, unknown>) =>
  podsOf(renderWith(values))[service]?.spec.containers[0];

testWithHelm('a variable that is given takes the place of the chart’s own, and stands once', () => {
  const spool = { name: 'SPOOL_DIR', value: '/data/spool' };
  expect(containerOf('gateway', { services: { gateway: { extraEnv: [spool] } } })?.env).toEqual([spool]);
  const address = {
    name: 'DATABASE_URL',
    valueFrom: { secretKeyRef: { name: 'database-app', key: 'uri' } },
  };
  expect(containerOf('migrate', { extraEnv: [address] })?.env).toEqual([address]);
});

testWithHelm('numbers and booleans of variables are written as texts', () => {
  const extraEnv = [
    { name: 'PARSE_PROCESSES', value: 4 },
    { name: 'MAX_FILE_BYTES', value: 200_000_000 },
    { name: 'OTEL_SDK_DISABLED', value: true },
  ];
  expect(containerOf('parser', { extraEnv })?.env).toEqual([
    { name: 'PARSE_PROCESSES', value: '4' },
    { name: 'MAX_FILE_BYTES', value: '200000000' },
    { name: 'OTEL_SDK_DISABLED', value: 'true' },
  ]);
});

testWithHelm(
  'a volume that is given takes the place of the one of its name, a mount of the one at its path',
  () => {
    const disk = { name: 'tmp', emptyDir: { sizeLimit: '20Gi' } };
    const parser = podsOf(renderWith({ services: { parser: { extraVolumes: [disk] } } }))['parser'];
    expect(parser?.spec.volumes).toEqual([disk]);
    const mount = { name: 'scratch', mountPath: '/tmp' };
    expect(containerOf('parser', { extraVolumeMounts: [mount] })).toMatchObject({ volumeMounts: [mount] });
  },
);

testWithHelm('policies let the fleet reach the ports that its servers have', () => {
  const collector = { ports: [{ port: 4318, protocol: 'TCP' }] };
  const policy = renderWith({
    networkPolicies: { serverPorts: [6432, 6380], extraEgress: [collector] },
  }).find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'docfleet-servers');
  expect(policy?.spec).toMatchObject({
    egress: [
      { to: expect.anything() },
      {
        ports: [
          { port: 6432, protocol: 'TCP' },
          { port: 6380, protocol: 'TCP' },
        ],
      },
      collector,
    ],
  });
});

testWithHelm('autoscaling signs in to a Prometheus that asks for it, and falls back to the bounds', () => {
  const scaled = renderWith({
    autoscaling: {
      prometheusAuthentication: { modes: 'bearer', ref: { name: 'thanos' } },
      services: { parser: { minReplicas: 5 } },
    },
  }).find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'docfleet-parser');
  expect(scaled?.spec).toMatchObject({
    minReplicaCount: 5,
    fallback: { replicas: 5 },
    triggers: expect.arrayContaining([
      expect.objectContaining({
        authenticationRef: { name: 'thanos' },
        metadata: expect.objectContaining({ authModes: 'bearer' }),
      }),
    ]),
  });
});

testWithHelm('migrations run after a database that a parent chart installs', () => {
  const job = renderWith({ migrate: { hooks: 'post-install,pre-upgrade' } }).find(
    ({ kind }) => kind === 'Job',
  );
  expect(job?.metadata).toMatchObject({ annotations: { 'helm.sh/hook': 'post-install,pre-upgrade' } });
});
