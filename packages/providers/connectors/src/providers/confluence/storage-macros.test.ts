import { expect, test } from '@jest/globals';
import { storageToMarkdown } from './storage-markdown.ts';

const emoticon = (attributes: string) => storageToMarkdown(`<p><ac:emoticon ${attributes} /></p>`);
const macro = (name: string, content: string) =>
  storageToMarkdown(`<ac:structured-macro ac:name="${name}">${content}</ac:structured-macro>`);
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`;
const plain = (text: string) => `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`;

test.each([
  ['smile', '🙂'],
  ['sad', '🙁'],
  ['cheeky', '😛'],
  ['laugh', '😃'],
  ['wink', '😉'],
  ['thumbs-up', '👍'],
  ['thumbs-down', '👎'],
  ['information', 'ℹ️'],
  ['tick', '✅'],
  ['cross', '❌'],
  ['warning', '⚠️'],
  ['plus', '➕'],
  ['minus', '➖'],
  ['question', '❓'],
  ['light-on', '💡'],
  ['heart', '❤️'],
  ['broken-heart', '💔'],
])('the emoticon %s of the previous editor is %s', (name, character) => {
  expect(emoticon(`ac:name="${name}"`)).toBe(character);
});

test('an emoticon is its own character, else that of its name, else its short name', () => {
  expect(emoticon('ac:name="tick" ac:emoji-fallback="🙃" ac:emoji-shortname=":upside_down:"')).toBe('🙃');
  expect(emoticon('ac:name="tick" ac:emoji-shortname=":check:"')).toBe('✅');
  expect(emoticon('ac:name="blue-star" ac:emoji-shortname=":blue_star:"')).toBe(':blue_star:');
});

test.each(['lozenge', 'ui-button'])('the macro %s is its title', (name) => {
  expect(macro(name, parameter('title', 'Next') + parameter('url', 'https://a.example'))).toBe('Next');
});

test('code has a fence that is longer than any run of its own, and no empty lines around it', () => {
  expect(macro('code', plain('\n\n  a `b` ````` c ```\n \n'))).toBe('``````\n  a `b` ````` c ```\n``````');
  expect(macro('code', parameter('language', 'sql') + plain('a ` b'))).toBe('```sql\na ` b\n```');
});

test('code in the head of a table is a span', () => {
  expect(
    storageToMarkdown(
      '<table><tr><th><code> a </code></th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ),
  ).toBe('| `a` | B |\n| --- | --- |\n| 1 | 2 |');
});

test('a macro that is not known has its title above its text, and without a text it has nothing', () => {
  const text = '<ac:rich-text-body><p> inside </p></ac:rich-text-body>';
  expect(macro('ui-tab', parameter('title', 'Tab') + parameter('label', 'Label') + text)).toBe(
    '**Tab**\n\ninside',
  );
  expect(macro('ui-tab', parameter('title', 'Tab'))).toBe('');
});
