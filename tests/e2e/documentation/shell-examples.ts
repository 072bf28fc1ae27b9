/** The files whose shell examples are run, one script a file: what has to be there, and what the script prints. */
export interface ShellGuide {
  readonly file: string;
  readonly namespaces: readonly string[];
  readonly prints: readonly (string | RegExp)[];
}

const lunch = 'On Fridays the canteen serves lentil stew for lunch.';

export const shellGuides: readonly ShellGuide[] = [
  { file: 'README.md', namespaces: ['quickstart'], prints: [lunch] },
  {
    file: 'docs/guides/answers.md',
    namespaces: ['quickstart'],
    prints: ['lentil stew for lunch. [1]'],
  },
  {
    file: 'docs/guides/api-keys.md',
    namespaces: [],
    prints: ['"name":"nightly import"', '"revokedAt"', '"action":"api_key.revoked"'],
  },
  { file: 'docs/guides/api/README.md', namespaces: ['handbook'], prints: ['"name":"handbook"'] },
  {
    file: 'docs/guides/cli.md',
    namespaces: ['quickstart'],
    prints: ['"status":"SUCCESS"', /okapi feeder opens at dawn/, /lentil stew for lunch/],
  },
  { file: 'docs/guides/connectors/s3.md', namespaces: ['handbook'], prints: [/"ingestJobRunId":"[^"]+"/] },
  {
    file: 'docs/guides/estimate.md',
    namespaces: ['quickstart'],
    prints: [/"documents":\{"value":2,"basis":"exact"/, /"documents":\{"value":1,"basis":"exact"/],
  },
  {
    file: 'docs/guides/evaluate.md',
    namespaces: ['quickstart'],
    prints: [
      '"status":"COMPLETED"',
      /"ndcg":\{"value":1,/,
      '"isWorse":false',
      '"name":"quickstart-candidate"',
    ],
  },
  {
    file: 'docs/guides/idempotency.md',
    namespaces: ['quickstart'],
    prints: [/idempotency-replayed: true/i],
  },
  { file: 'docs/guides/mcp.md', namespaces: [], prints: [/"key":"df_live_[^"]+"/] },
  { file: 'docs/guides/production.md', namespaces: [], prints: ['"name":"handbook"', lunch] },
  {
    file: 'docs/guides/search.md',
    namespaces: ['quickstart'],
    prints: ['"timings":{', '"facets":{"team":[]}', '"snippet":['],
  },
  { file: 'docs/guides/tenants.md', namespaces: ['quickstart'], prints: ['Everyone has 30 days of leave.'] },
  { file: 'docs/guides/web-sources.md', namespaces: ['handbook'], prints: [/"ingestJobRunId":"[^"]+"/] },
  { file: 'docs/guides/webhooks.md', namespaces: ['quickstart'], prints: [/"signingKey":"whsec_[^"]+"/] },
];
