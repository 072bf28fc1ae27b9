import { expect, test } from '@jest/globals';
import { convertLocated, markdownOf } from '../../../test/convert.fixture.ts';

const notebook = (cells: readonly object[]) =>
  JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 });
const code = (source: string | string[], outputs: readonly object[] = []) => ({
  cell_type: 'code',
  execution_count: 1,
  metadata: {},
  source,
  outputs,
});

test('cells of a notebook are its Markdown and its code, in their order', async () => {
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: ['# Churn\n', 'We use `xgb`.'] },
    code(['import pandas as pd\n', 'df.head()']),
    { cell_type: 'raw', metadata: {}, source: 'as it is' },
  ];
  await expect(markdownOf('a.ipynb', notebook(cells))).resolves.toBe(
    '# Churn\nWe use `xgb`.\n\n```python\nimport pandas as pd\ndf.head()\n```\n\nas it is\n',
  );
});

test('what a cell has put out is read in the form that says most, and pictures are named', async () => {
  const outputs = [
    { output_type: 'stream', name: 'stdout', text: ['accuracy 0.93\n'] },
    { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=', 'text/plain': '<Figure>' } },
    {
      output_type: 'execute_result',
      data: { 'text/html': '<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', 'text/plain': ' a\n0 1' },
    },
    {
      output_type: 'error',
      ename: 'ValueError',
      evalue: 'bad',
      traceback: ['\u001b[0;31mValueError\u001b[0m: bad'],
    },
  ];
  const { markdown, notRead } = await convertLocated({
    name: 'a.ipynb',
    content: notebook([code('f()', outputs)]),
  });
  expect(markdown).toContain('accuracy 0.93');
  expect(markdown).toContain('ValueError: bad');
  expect(markdown).not.toMatch(/iVBOR|Figure|0;31m|output_type|nbformat/);
  expect(markdown).toMatch(/a\s*(\||\n)/);
  expect(notRead).toEqual([expect.objectContaining({ what: 'PICTURE', where: 'cell 1', count: 1 })]);
});

test('a notebook of the third version is read too', async () => {
  const content = JSON.stringify({
    nbformat: 3,
    worksheets: [
      {
        cells: [
          { cell_type: 'heading', level: 2, source: 'Results' },
          {
            cell_type: 'code',
            language: 'r',
            input: 'summary(x)',
            outputs: [{ output_type: 'pyout', text: '42' }],
          },
        ],
      },
    ],
  });
  await expect(markdownOf('a.ipynb', content)).resolves.toBe(
    '## Results\n\n```r\nsummary(x)\n```\n\n```\n42\n```\n',
  );
});

test('a notebook without its ending is recognized, and JSON of that ending is JSON', async () => {
  const cells = [{ cell_type: 'markdown', metadata: {}, source: 'Hello' }];
  await expect(markdownOf('a.json', notebook(cells))).resolves.toBe('Hello\n');
  await expect(markdownOf('a.ipynb', '{"a": 1}')).resolves.toBe('- **a:** 1\n');
});
