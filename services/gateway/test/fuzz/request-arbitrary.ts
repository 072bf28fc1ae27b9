import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Operation, Parameter } from '../operations.ts';
import { formText } from './form-text.ts';
import { hostileHeader, hostileJson, hostileSegment } from './hostile.ts';
import { jsonText } from './json-text.ts';
import type { RawRequest } from './raw-http.ts';
import { type Pools, schemaArbitrary } from './schema-arbitrary.ts';

type Header = readonly [name: string, value: string];
interface Content {
  readonly headers: readonly Header[];
  readonly body: Buffer;
  readonly hangsUp: boolean;
  readonly misframed?: boolean;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const often = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>, weight = 15) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Pools for what a request loses: the ids of what may be lost stand for the others, which other requests need. */
const losing = (pools: Pools): Pools => ({
  get: (name) => pools.get(`${name}!`) ?? pools.get(name),
  has: (name) => pools.has(name),
});
/** Created from what the body names, in the namespace that has it. */
const isCreatedFromBody = (path: string) => path.endsWith('/evaluations');
/** A request loses what the last id of its path names; the ids before it name what has it. */
const poolsOfPath = ({ method, path }: Operation, pools: Pools, name: string) =>
  method !== 'GET' && path.lastIndexOf(`{${name}}`) === path.lastIndexOf('{') && !isCreatedFromBody(path)
    ? losing(pools)
    : pools;
/** A body that deletes names many things at once. */
const poolsOfBody = ({ method }: Operation, pools: Pools) => (method === 'DELETE' ? losing(pools) : pools);

function pathArbitrary(operation: Operation, pools: Pools): fc.Arbitrary<string> {
  const steps = operation.path.split('/').map((step): fc.Arbitrary<string> => {
    const name = /^\{(\w+)\}$/.exec(step)?.[1];
    if (!name) return fc.constant(step);
    const known = schemaArbitrary({ type: 'string' }, poolsOfPath(operation, pools, name), name);
    return often(
      known.map((id) => encodeURIComponent(String(id))),
      hostileSegment,
      6,
    );
  });
  return fc.tuple(...steps).map((parts) => parts.join('/'));
}

const disturbances: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}/`,
  (path) => `${path}/../..`,
  (path) => `${path}/%2e%2e/x`,
  (path) => path.toUpperCase(),
  (path) => `${path};a=b`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => path.replace('/v1', '/%76%31'),
  (path) => `http://127.0.0.1${path}`,
  (path) => `${path}#fragment`,
  (path) => path.slice(1),
  () => '*',
];

function queryArbitrary(parameters: readonly Parameter[], pools: Pools): fc.Arbitrary<string> {
  const given = parameters.map(({ name, required, schema }) => {
    const value = often(
      schemaArbitrary(schema, pools, name).map((known) => encodeURIComponent(String(known).toWellFormed())),
      hostileSegment,
    );
    const spelt = often(fc.constant(name), fc.constantFrom(`${name}[]`, name.toUpperCase()));
    const one = fc.tuple(spelt, value);
    return required
      ? fc.tuple(one)
      : fc.oneof(
          { weight: 8, arbitrary: fc.constant([]) },
          { weight: 4, arbitrary: fc.tuple(one) },
          fc.tuple(one, one),
        );
  });
  const strange = fc.tuple(
    fc.oneof(
      fc.constantFrom('validate', 'reembed', '__proto__', 'constructor[prototype][x]', 'a[]'),
      hostileSegment,
    ),
    hostileSegment,
  );
  return fc
    .tuple(
      fc.tuple(...given),
      often<(readonly [string, string])[]>(fc.constant([]), fc.array(strange, { maxLength: 3 }), 5),
    )
    .map(([known, odd]) => [...known.flat(), ...odd].map(([name, value]) => `${name}=${value}`).join('&'))
    .map((query) => (query ? `?${query}` : ''));
}

const targetOf = (operation: Operation, pools: Pools): fc.Arbitrary<string> =>
  fc
    .tuple(
      pathArbitrary(operation, pools),
      often(
        fc.constant((path: string) => path),
        fc.constantFrom(...disturbances),
      ),
      queryArbitrary(
        operation.parameters.filter((parameter) => parameter.in === 'query'),
        pools,
      ),
    )
    .map(([path, disturb, query]) => (disturb(path) + query).replace(/[\0-\x20]/g, ''));

const length = (body: Buffer): Header => ['Content-Length', String(body.length)];
const chunk = (body: Buffer, end: string) =>
  Buffer.concat([latin1(`${body.length.toString(16)}\r\n`), body, latin1(`\r\n${end}`)]);

/** Ways to send the same bytes, right and wrong. */
const deliveries: readonly ((body: Buffer) => Content)[] = [
  (body) => ({
    headers: [['Transfer-Encoding', 'chunked']],
    body: body.length ? chunk(body, '0\r\n\r\n') : latin1('0\r\n\r\n'),
    hangsUp: false,
  }),
  (body) => ({ headers: [['Transfer-Encoding', 'chunked']], body: chunk(body, ''), hangsUp: true }),
  () => ({
    headers: [['Transfer-Encoding', 'chunked']],
    body: latin1('zz\r\nnot a chunk'),
    hangsUp: true,
  }),
  (body) => ({
    headers: [['Transfer-Encoding', 'chunked'], length(body)],
    body: chunk(body, '0\r\n\r\n'),
    hangsUp: false,
  }),
  (body) => ({ headers: [['Content-Length', String(body.length + 100)]], body, hangsUp: true }),
  (body) => ({
    headers: [['Content-Length', String(Math.floor(body.length / 2))]],
    body,
    hangsUp: false,
    misframed: true,
  }),
  (body) => ({ headers: [['Content-Length', '-1']], body, hangsUp: true }),
  () => ({ headers: [], body: Buffer.alloc(0), hangsUp: false }),
  (body) => {
    const zipped = gzipSync(body);
    return { headers: [['Content-Encoding', 'gzip'], length(zipped)], body: zipped, hangsUp: false };
  },
  (body) => {
    const zipped = deflateSync(body);
    return { headers: [['Content-Encoding', 'deflate'], length(zipped)], body: zipped, hangsUp: false };
  },
  () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    return { headers: [['Content-Encoding', 'gzip'], length(bomb)], body: bomb, hangsUp: false };
  },
  (body) => {
    const cut = gzipSync(body).subarray(0, -6);
    return { headers: [['Content-Encoding', 'gzip'], length(cut)], body: cut, hangsUp: false };
  },
  (body) => ({ headers: [['Content-Encoding', 'gzip'], length(body)], body, hangsUp: false }),
  (body) => ({ headers: [['Content-Encoding', 'br, gzip'], length(body)], body, hangsUp: false }),
  (body) => ({ headers: [['Content-Encoding', 'x-none'], length(body)], body, hangsUp: false }),
  (body) => ({ headers: [['Expect', '100-continue'], length(body)], body, hangsUp: false }),
  (body) => ({ headers: [['Expect', 'miracles'], length(body)], body, hangsUp: false }),
];

const plain = (body: Buffer): Content => ({
  headers: body.length ? [length(body)] : [],
  body,
  hangsUp: false,
});

function typedBody(
  { json, form, example }: Operation,
  pools: Pools,
): fc.Arbitrary<{ contentType: string; text: string }> {
  if (form) return formText(form, pools);
  const contentType = often(
    fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
    ),
    fc.oneof(
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        ';',
        '/',
      ),
      hostileHeader,
    ),
    20,
  );
  if (json) return fc.record({ contentType, text: jsonText(json, example, pools) });
  return often(fc.constant({ contentType: '', text: '' }), fc.record({ contentType, text: hostileJson }));
}

const contentOf = (operation: Operation, pools: Pools): fc.Arbitrary<Content> =>
  fc
    .tuple(
      typedBody(operation, poolsOfBody(operation, pools)),
      often(fc.constant(plain), fc.constantFrom(...deliveries), 8),
    )
    .map(([{ contentType, text }, deliver]) => {
      const { headers, ...content } = deliver(latin1(text));
      const typed: Header[] = contentType ? [['Content-Type', contentType]] : [];
      return { ...content, headers: [...typed, ...headers] };
    });

/** Only where the path names what may be lost: elsewhere they would take what all the others need. */
const lostMethods = ({ method, path }: Operation) =>
  method !== 'GET' && path.endsWith('}') ? ['DELETE', 'PATCH'] : [];

const strangeHeaders: fc.Arbitrary<Header[]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      'X-Tenant-Id',
      'X-Request-Id',
      'Idempotency-Key',
      'Accept',
      'Cookie',
      'Range',
      'If-None-Match',
      'X-Forwarded-For',
      'Host',
      'Connection',
      'Upgrade',
      'Origin',
      'X-HTTP-Method-Override',
    ),
    hostileHeader,
  ),
  { maxLength: 3 },
);

/** Requests to an operation: right, nearly right and hostile, in its path, query, headers, body and the way it is sent. */
export function requestArbitrary(operation: Operation, pools: Pools, key: string): fc.Arbitrary<RawRequest> {
  const right = fc.constant(`Bearer ${key}`);
  const wrong = fc.oneof(
    hostileHeader,
    fc.constantFrom(
      'Bearer',
      `Basic ${key}`,
      `bearer  ${key}`,
      `Bearer ${key} x`,
      `Bearer ${key}x`,
      'Bearer df_live_0123456789abcdef_x',
    ),
  );
  return fc
    .record({
      method: often(
        fc.constant(operation.method),
        fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'GET', 'POST', 'TRACE', 'PURGE', ...lostMethods(operation)),
        30,
      ),
      target: targetOf(operation, pools),
      authorization: often(right, wrong, 12),
      tenant: often(fc.constant<Header[]>([]), fc.constant<Header[]>([['X-Tenant-Id', 't1']]), 5),
      more: often(fc.constant<Header[]>([]), strangeHeaders, 4),
      content: contentOf(operation, pools),
    })
    .map(({ method, target, authorization, tenant, more, content }) => {
      const { body, hangsUp, misframed = hangsUp } = content;
      const headers: Header[] = [
        ['Host', '127.0.0.1'],
        ['Authorization', authorization],
        ...tenant,
        ...content.headers,
        ...more,
      ];
      return { method, target, headers, body, hangsUp, misframed };
    });
}
