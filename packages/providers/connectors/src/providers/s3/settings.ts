import { hasCredentials } from '@docfleet/egress';
import { z } from 'zod';
import { signInMethod } from '../../sign-in.ts';
import { s3Setup } from './setup.ts';

/**
 * Tests whether a pattern matches a whole sequence. `star` stands for any number of elements. It returns to the last star alone, so that
 * the time is bounded by the product of both lengths: expressions and libraries that make them try all ways, which grow with the power of
 * the stars.
 */
function matches<Element>(
  pattern: readonly Element[],
  text: readonly Element[],
  star: Element,
  fits: (one: Element, other: Element) => boolean,
): boolean {
  let [at, from] = [0, 0];
  let afterStar: { readonly at: number; from: number } | undefined;
  while (from < text.length) {
    const [expected, found] = [pattern[at], text[from] as Element];
    if (expected === star) {
      at += 1;
      afterStar = { at, from };
    } else if (expected !== undefined && fits(expected, found)) {
      at += 1;
      from += 1;
    } else if (afterStar) {
      afterStar.from += 1;
      ({ at, from } = afterStar);
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === star);
}

const fitsCharacter = (one: string, other: string) => one === '?' || one === other;
const fitsPart = (one: string, other: string) => matches([...one], [...other], '*', fitsCharacter);

/** Tests whether a key matches a glob: `*` and `?` stay within a part between slashes, `**` stands for any number of parts. */
export const matchesGlob = (key: string, glob: string): boolean =>
  matches(glob.split('/'), key.split('/'), '**', fitsPart);

const maxKeyLength = 1_024;
const maxPatternLength = 100;
const maxPatterns = 20;

const pattern = z
  .string()
  .nonempty()
  .max(maxPatternLength)
  .refine((text) => !/[{}[\]]/.test(text), 'may use *, ** and ?, and neither braces nor brackets');
const patterns = z.array(pattern).max(maxPatterns);

/** Fields that the owner of a bucket enters. The secret becomes the connection's token. */
const fields = {
  endpoint: z
    .url({ protocol: /^https?$/ })
    .refine((endpoint) => !hasCredentials(endpoint), 'must not carry a user name or password')
    .meta({ title: 'Endpoint', examples: ['https://s3.eu-central-1.amazonaws.com'] }),
  region: z
    .string()
    .nonempty()
    .max(64)
    .meta({ title: 'Region', examples: ['eu-central-1'] }),
  bucket: z
    .string()
    .nonempty()
    .max(255)
    .regex(/^[\w.-]+$/, 'must be the name of a bucket, without its address')
    .meta({ title: 'Bucket', examples: ['company-documents'] }),
  accessKeyId: z.string().nonempty().max(256).meta({ title: 'Access key ID' }),
  secretAccessKey: z.string().nonempty().max(1_024).meta({ title: 'Secret access key', writeOnly: true }),
  prefix: z
    .string()
    .max(maxKeyLength)
    .default('')
    .meta({ title: 'Prefix', examples: ['handbook/'] })
    .describe('Only keys that begin with it are read'),
  include: patterns
    .default([])
    .meta({ title: 'Include', examples: ['**/*.pdf'] })
    .describe('Glob patterns: only keys that match one of them are read'),
  exclude: patterns
    .default([])
    .meta({ title: 'Exclude', examples: ['**/drafts/**'] })
    .describe('Glob patterns: keys that match one of them are not read'),
};

/** Keys of a bucket's owner, which sign each request. */
export const s3SignIns = [
  signInMethod({
    method: 'ACCESS_KEY',
    label: 'S3 bucket',
    setup: s3Setup,
    fields,
    secret: 'secretAccessKey',
  }),
];

/** Settings as they are stored, without the secret. */
export const storedS3Settings = z.object(fields).omit({ secretAccessKey: true });
export type S3Settings = z.output<typeof storedS3Settings>;

/** Tests whether a key passes the patterns of a connection. */
export function isIncluded(key: string, { include, exclude }: S3Settings): boolean {
  const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(key, glob));
  return (include.length === 0 || matches(include)) && !matches(exclude);
}
