import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/**
 * Files that compile a regular expression from text, each from text of ours, from words of letters alone, or from text that is escaped. What customers and sites send is compared as text: paths by
 * `includes`, robots.txt by its parts from left to right, names and addresses by their beginning. A pattern of theirs would need an
 * engine of linear time.
 */
const compiled = [
  'packages/readers/formats/src/formats/pdf/layout/front-matter.ts',
  'packages/extensions/answers/src/verification/compare-quantities.ts',
  'packages/extensions/answers/src/verification/units.ts',
  'packages/readers/chunking/src/markdown/line-syntax.ts',
  'packages/clients/cli/src/terminal/table.ts',
  'packages/providers/connectors/src/providers/notion/enhanced-markdown.ts',
  'packages/providers/connectors/src/providers/s3/vendor.ts',
  'packages/core/domain/src/connection/sync/items.ts',
  'packages/core/domain/src/document/filter.ts',
  'packages/core/domain/src/namespace/moving.ts',
  'packages/language/metadata-filter/src/index.ts',
  'packages/language/text/src/decoding/clean-text.ts',
  'packages/platform/egress/src/retry-after.ts',
  'packages/providers/embedding/src/providers/local/english-terms.ts',
  'packages/core/queues/src/find-redis-faults.ts',
  'packages/providers/scraping/src/page/response-body.ts',
  'packages/platform/secrets/src/vault.ts',
  'packages/language/text-analysis/src/languages/fold.ts',
  'packages/language/text-analysis/src/plain-words.ts',
  'packages/language/text-analysis/src/tokens.ts',
  'packages/extensions/answers/src/safe-markdown.ts',
  'packages/extensions/answers/src/verification/find-quote.ts',
  'packages/extensions/answers/src/verification/lexicon.ts',
  'packages/extensions/answers/src/verification/quantities.ts',
  'packages/extensions/answers/src/verification/citations.ts',
  'services/operator/src/consistency/check-places.ts',
  'packages/readers/formats/src/formats/flat-office/flat-office.ts',
  'packages/readers/formats/src/formats/pdf/layout/known-headings.ts',
  'packages/readers/formats/src/formats/pdf/layout/lines.ts',
  'packages/readers/formats/src/formats/subtitles/subtitles.ts',
  'packages/readers/formats/src/ocr/hocr.ts',
];
const compiles = /\bRegExp\(|\b(?:mini|pico|micro)match\b|\bSIMILAR TO\b|\bregexp_\w+\(|[^!]~\*? \$\{/;

const shipped = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'services'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter(
    (file) =>
      existsSync(file) &&
      /^\w+\/(?:[\w-]+\/){1,2}src\/.*\.tsx?$/.test(file) &&
      !/\.test\.ts$|generated\/|^packages\/testing\//.test(file),
  );

test('no pattern is compiled from what a customer or a site sends', () => {
  const found = shipped.filter((file) => compiles.test(readFileSync(file, 'utf8')));
  expect(found.toSorted()).toEqual(compiled.toSorted());
});
