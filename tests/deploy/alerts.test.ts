import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runWhere } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const file = 'deploy/prometheus/alerts.yml';
const alertNames = z
  .object({ groups: z.tuple([z.object({ rules: z.array(z.object({ alert: z.string() })) })]) })
  .parse(parse(readFileSync(file, 'utf8')))
  .groups[0].rules.map(({ alert }) => alert);

/** Values of an hour, one a minute, in promtool's notation. */
const always = (value: number) => `${value}x60`;
const growing = (perMinute: number) => `0+${perMinute}x60`;

/** The metrics of a fleet at work; `bad` takes the place of what is there when something is wrong. */
function seriesOf(bad: boolean): Record<string, string> {
  const either = (good: string, wrong: string) => (bad ? wrong : good);
  return {
    'up{job="docfleet",instance="a"}': either(always(1), always(0)),
    docfleet_stuck_documents: either(always(0), always(2)),
    docfleet_outbox_lag_seconds: either(always(0.4), always(90)),
    'docfleet_queue_seconds_of_work{queue="q"}': either(always(30), always(1_200)),
    'docfleet_queue_oldest_job_seconds{queue="q"}': either(always(5), always(2_400)),
    'docfleet_job_attempts_total{queue="q",outcome="done"}': growing(100),
    'docfleet_job_attempts_total{queue="q",outcome="exhausted"}': either(growing(1), growing(50)),
    'docfleet_http_requests_total{status="200"}': growing(1_000),
    'docfleet_http_requests_total{status="503"}': either(growing(0), growing(50)),
    'docfleet_http_request_seconds_bucket{route="/v1/search",le="1"}': either(growing(100), growing(0)),
    'docfleet_http_request_seconds_bucket{route="/v1/search",le="5"}': growing(100),
    'docfleet_http_request_seconds_bucket{route="/v1/search",le="+Inf"}': growing(100),
    'docfleet_provider_calls_total{port="p",vendor="good",outcome="ok"}': growing(100),
    'docfleet_provider_calls_total{port="p",vendor="away",outcome="ok"}': growing(100),
    'docfleet_provider_calls_total{port="p",vendor="away",outcome="unavailable"}': either(
      growing(5),
      growing(80),
    ),
    'docfleet_provider_calls_total{port="p",vendor="slow",outcome="ok"}': growing(100),
    'docfleet_provider_calls_total{port="p",vendor="slow",outcome="rate-limited"}': either(
      growing(30),
      growing(200),
    ),
    'docfleet_converter_ends_total{reason="crash"}': either(growing(0), growing(1)),
    'docfleet_webhook_attempts_total{outcome="delivered"}': growing(50),
    'docfleet_webhook_attempts_total{outcome="unreachable"}': either(growing(10), growing(90)),
    'docfleet_token_renewals_total{connector="c",outcome="renewed"}': growing(5),
    'docfleet_token_renewals_total{connector="c",outcome="failed"}': either(growing(1), growing(20)),
    'docfleet_erasure_checks_total{outcome="clean"}': growing(1),
    'docfleet_erasure_checks_total{outcome="left"}': either(growing(0), growing(1)),
    'process_start_time_seconds{job="docfleet",service="gateway"}': either(always(1), '1x20 stale'),
    'process_start_time_seconds{job="docfleet",service="parser"}': always(1),
    // Another team's program, to which the Prometheus operator adds a label of this name.
    'nodejs_eventloop_lag_p99_seconds{job="portal",service="portal",instance="b"}': always(3),
    'nodejs_eventloop_lag_p99_seconds{job="docfleet",service="s",instance="a"}': either(
      always(0.05),
      always(3),
    ),
  };
}

/** Whether exactly these alerts go off after an hour, as promtool has it; what it says when not. */
function goOff(series: Record<string, string>, expected: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'docfleet-alerts-'));
  const rules = join(folder, 'alerts.test.yml');
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '1h',
        exp_samples: expected.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  };
  writeFileSync(rules, stringify({ rule_files: [resolve(file)], evaluation_interval: '1m', tests: [test] }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', rules], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return status === 0 ? '' : stdout + stderr;
}

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const testWithPromtool = runWhere(test, hasPromtool, 'promtool is not installed');
const unknown = 'DocfleetFleetStateUnknown';

testWithPromtool('no alert goes off while a fleet does its work', () => {
  expect(goOff(seriesOf(false), [])).toBe('');
});

testWithPromtool('each alert goes off when what it is for has lasted', () => {
  expect(
    goOff(
      seriesOf(true),
      alertNames.filter((name) => name !== unknown),
    ),
  ).toBe('');
});

testWithPromtool('where no metrics arrive at all, the alert for that fires', () => {
  expect(goOff({}, [unknown])).toBe('');
  expect(goOff({}, [])).toContain('FAILED');
});
