import { expect, test } from '@jest/globals';
import { convertLocated } from '../../../test/convert.fixture.ts';

const picture = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 89) % 251)).toString(
  'base64',
);

test.each([
  [
    'in the text',
    `# T\n\nBefore ![a plan](data:image/png;base64,${picture}) after.\n`,
    '# T\n\nBefore ![a plan]() after.\n',
  ],
  [
    'below it',
    `![][image1]\n\nText.\n\n[image1]: <data:image/svg+xml;charset=utf-8;base64,${picture}>\n`,
    '![][image1]\n\nText.\n\n[image1]: <>\n',
  ],
])('a picture that Markdown holds %s is named and not read', async (_where, content, expected) => {
  for (const sliceLength of [7, 1_000, 64_000]) {
    const { markdown, notRead } = await convertLocated({ name: 'a.md', content, sliceLength });
    expect(markdown).toBe(expected);
    expect(notRead).toEqual([expect.objectContaining({ what: 'PICTURE', count: 1 })]);
  }
});

test('what is written about such addresses stays', async () => {
  const content = 'A data: address begins with data:image/png;base64 and a comma; metadata: none.\n';
  await expect(convertLocated({ name: 'a.md', content, sliceLength: 5 })).resolves.toMatchObject({
    markdown: content,
    notRead: [],
  });
});
