import fc from 'fast-check';
import type { JsonSchema } from '../../src/http/json-schema.ts';
import { hostileHeader, hostileJson } from './hostile.ts';
import { type Pools, schemaArbitrary } from './schema-arbitrary.ts';

interface Part {
  readonly disposition: string;
  readonly content: string;
}

export interface FormText {
  readonly contentType: string;
  readonly text: string;
}

const boundary = 'fuzz-boundary';

const field = (name: string, content: string): Part => ({
  disposition: `form-data; name="${name}"`,
  content,
});
const writePart = ({ disposition, content }: Part) =>
  `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`;
const writeForm = (parts: readonly Part[]) => `${parts.map(writePart).join('')}--${boundary}--\r\n`;

const fileName = fc.constantFrom(
  'a.txt',
  '',
  '../../etc/passwd',
  'C:\\a.txt',
  'n\\u0000ul',
  '\xc3\xbc.md',
  '\xff',
  'x'.repeat(5_000),
);
const file: fc.Arbitrary<Part> = fc.record({
  disposition: fileName.map((name) => `form-data; name="file"; filename="${name}"`),
  content: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .string({ unit: 'binary-ascii', maxLength: 200 })
        .filter((text) => !text.includes(boundary)),
    },
    // A line of a golden set.
    { weight: 2, arbitrary: fc.constant('{"question": "Why?", "relevant": [{"name": "a"}]}') },
  ),
});

/** Texts of fields: JSON for those that hold it. */
const jsonFields: Readonly<Record<string, fc.Arbitrary<string>>> = {
  metadata: fc.constantFrom('', 'undefined', '{}', '{"team":"a"}', '{"team":["a"]}'),
  chunkConfig: fc.constantFrom('', 'undefined', '{"chunkSize":100,"chunkOverlap":10}'),
  ocrConfig: fc.constantFrom('', 'undefined', '{"strategy":"BASIC_PARSER"}'),
  htmlContent: fc.constantFrom('', 'undefined', 'MAIN', 'WHOLE'),
  config: fc.constantFrom('', 'undefined', '{}', '{"name":"a"}', '{"externalId":"form"}'),
  // true would delete the questions that other requests need.
  replace: fc.constantFrom('', 'undefined', 'false'),
};

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

function fieldParts(schema: JsonSchema, pools: Pools): fc.Arbitrary<Part[]> {
  const { file: _file, ...properties } = schema['properties'] as Record<string, JsonSchema>;
  const required = (schema['required'] ?? []) as readonly string[];
  const parts = Object.entries(properties).map(([name, property]) => {
    const valid =
      jsonFields[name] ?? schemaArbitrary(property, pools, name).map((value) => utf8(String(value)));
    const content = fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: hostileJson });
    const part = content.map((text) => [field(name, text)]);
    return required.includes(name) ? part : fc.oneof(part, fc.constant([]));
  });
  return fc.tuple(...parts).map((given) => given.flat());
}

const strangeParts = fc.oneof<fc.WeightedArbitrary<Part[]>[]>(
  { weight: 6, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: hostileHeader.map((name) => [field(name, 'x')]) },
  { weight: 1, arbitrary: hostileHeader.map((disposition) => [{ disposition, content: '' }]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [field('__proto__', 'x')],
      [field('a[b][c]', 'x')],
      [field('a[__proto__][x]', 'x')],
      [field('metadata[__proto__][x]', '1')],
      [field('constructor.prototype.x', '1')],
      [field('n'.repeat(50_000), 'x')],
      [field('namespaceId', 'v'.repeat(200_000))],
      Array.from({ length: 2_000 }, (_, index) => field(`f${index}`, 'x')),
      Array.from({ length: 3 }, () => field('namespaceId', 'shared')),
    ),
  },
);

/** Forms as latin1 of their bytes: whole, cut off, without a boundary, with parts that was not requested. */
export function formText(schema: JsonSchema, pools: Pools): fc.Arbitrary<FormText> {
  const files = fc.oneof(
    { weight: 8, arbitrary: file.map((part) => [part]) },
    fc.array(file, { maxLength: 3 }),
  );
  const contentType = fc.oneof(
    { weight: 12, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        `multipart/form-data; boundary="${boundary}"; charset=utf-16`,
        'multipart/mixed; boundary=fuzz-boundary',
        'application/x-www-form-urlencoded',
      ),
    },
  );
  const whole = fc
    .tuple(fieldParts(schema, pools), files, strangeParts, fc.boolean())
    .map(([fields, given, strange, first]) =>
      writeForm(first ? [...given, ...fields, ...strange] : [...fields, ...strange, ...given]),
    );
  const cut = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([text, share]) => text.slice(0, text.length * share));
  return fc.record({
    contentType,
    text: fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: cut }),
  });
}
