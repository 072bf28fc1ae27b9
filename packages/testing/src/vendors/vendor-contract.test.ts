import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runWhere } from '../run-where.ts';
import type { StubRequest } from '../stub-server.ts';
import { contractFile, describeExchanges } from './vendor-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'docfleet-contract-'));
const usual = process.env['VENDOR_CONTRACTS'];
const graph = 'msgraph/graph-drive-slice.json';
const hasGraph = contractFile(graph) !== undefined;

const content = (schema: object) => ({ 'application/json': { schema } });
const file = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const description = {
  openapi: '3.0.1',
  components: {
    schemas: { file, refusal: { type: 'object', required: ['error'] } },
    responses: {
      files: { content: content({ type: 'object', properties: { value: { type: 'array', items: file } } }) },
      refusal: { content: content({ $ref: '#/components/schemas/refusal' }) },
    },
    parameters: {
      fields: {
        name: 'fields',
        in: 'query',
        schema: { type: 'array', items: { enum: ['id', 'name'] } },
      },
    },
  },
  paths: {
    '/files': {
      get: {
        parameters: [{ $ref: '#/components/parameters/fields' }],
        responses: {
          '2XX': { $ref: '#/components/responses/files' },
          '4XX': { $ref: '#/components/responses/refusal' },
        },
      },
    },
    '/contents/{path}': { get: { responses: { 200: { content: content(file) } } } },
    '/contents/{path}/versions': { get: { responses: { 200: { content: content({ type: 'array' }) } } } },
  },
};

beforeAll(() => {
  writeFileSync(join(folder, 'description.json'), JSON.stringify(description));
});
afterAll(() => rmSync(folder, { recursive: true }));

const requestOf = (path: string, query = ''): StubRequest => ({
  method: 'GET',
  path,
  query: new URLSearchParams(query),
  headers: {},
  json: undefined,
  body: '',
});

async function describe(path: string, status: number, body: unknown, query = '') {
  process.env['VENDOR_CONTRACTS'] = folder;
  try {
    return await describeExchanges('description.json', [{ request: requestOf(path, query), status, body }]);
  } finally {
    if (usual === undefined) delete process.env['VENDOR_CONTRACTS'];
    else process.env['VENDOR_CONTRACTS'] = usual;
  }
}

test.each([
  ['/files', 200, { value: [{ id: 'a' }] }],
  ['/files', 404, { error: {} }],
  ['/contents/a/b/c.txt', 200, { id: 'a' }],
  ['/contents/a/b/c.txt/versions', 200, []],
])('an answer of %s that is as described has no findings', async (path, status, body) => {
  expect(await describe(path, status, body)).toEqual([]);
});

test.each([
  ['of a described range', '/files', 201, { value: [{ id: 7 }] }, '/value/0/id must be string'],
  ['that is described elsewhere', '/files', 200, { value: [{}] }, "must have required property 'id'"],
  ['that refuses', '/files', 403, {}, "must have required property 'error'"],
  ['of a path with slashes', '/contents/a/b.txt', 200, {}, "must have required property 'id'"],
  ['of the closest of two paths', '/contents/a/versions', 200, {}, 'must be array'],
  ['of a status that the vendor never grants', '/contents/a', 207, {}, 'has no answer 207'],
])('an answer %s is compared', async (_what, path, status, body, finding) => {
  expect(await describe(path, status, body)).toEqual([expect.stringContaining(finding)]);
});

test('each value of a list in a query is compared', async () => {
  const answer = { value: [] };
  expect(await describe('/files', 200, answer, 'fields=id,name')).toEqual([]);
  expect(await describe('/files', 200, answer, 'fields=id,nonsense')).toEqual([
    expect.stringContaining('fields=nonsense'),
  ]);
});

runWhere(
  test,
  hasGraph,
  `no ${graph} (VENDOR_CONTRACTS names its folder)`,
)('answers of Microsoft Graph are compared with its description', async () => {
  const request = requestOf('/v1.0/drives/own/root/delta');
  const wrong = { request, status: 200, body: { value: [{ id: 7 }] } };
  expect(await describeExchanges(graph, [wrong], '/v1.0')).toEqual([
    expect.stringContaining('/value/0/id must be string'),
  ]);
});
