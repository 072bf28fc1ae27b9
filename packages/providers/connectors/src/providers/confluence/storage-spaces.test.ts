import { expect, test } from '@jest/globals';
import { storageToMarkdown } from './storage-markdown.ts';

const macro = (name: string, content: string) =>
  `<ac:structured-macro ac:name="${name}">${content}</ac:structured-macro>`;
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`;
const cells = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
const code = (text: string) => macro('code', `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`);

test.each([
  ['<p> a </p><p> b </p>', 'a\n\nb'],
  ['<h1> T </h1><p>a</p>', '# T\n\na'],
  ['<p>see <a href="https://a.example"> A </a></p>', 'see [A](https://a.example)'],
  ['<blockquote><p>a</p><p>b</p><p>c</p></blockquote>', '> a\n>\n> b\n>\n> c'],
  ['<blockquote> a<br/><br/><br/>b </blockquote>', '> a\n>\n> b'],
  ['<li> a </li>', '- a'],
  ['<ul><li> a<br/> <br/>b<p>c</p></li> <li>d</li></ul>', '- a\n  b\n  c\n- d'],
  ['<ol start="2.5"><li>a</li></ol>', '2. a'],
  ['<ol start="x"><li>a</li></ol>', '1. a'],
  ['<p>a</p><ul><li>b</li></ul><p>c</p>', 'a\n\n- b\n\nc'],
  ['<p>a</p><ol><li>b</li></ol><p>c</p>', 'a\n\n1. b\n\nc'],
  [cells('<td> a <br/> b<br/>c </td><td>d</td>'), '| a<br>b<br>c | d |\n| --- | --- |'],
  [cells('<td colspan="2.7">a</td><td>b</td>'), '| a | a | b |\n| --- | --- | --- |'],
  [cells('<td>a</td><td></td>', '<td>b</td>'), 'a\n\nb'],
  [cells('<td>a</td><td>b</td>').replace('<tr>', 'Caption<tr>'), '| a | b |\n| --- | --- |'],
  [cells(`<td>${code('  a  \n \n  b')}</td><td>c</td>`), '| `a`<br>`b` | c |\n| --- | --- |'],
  [`<p>a</p>${code('b')}<p>c</p>`, 'a\n\n```\nb\n```\n\nc'],
  [
    macro('panel', `${parameter('title', 'T')}<ac:rich-text-body> inside </ac:rich-text-body>`),
    '> **T**\n>\n> inside',
  ],
  [
    `<p>a</p>${macro('ui-tab', `${parameter('label', 'T')}<ac:rich-text-body> b</ac:rich-text-body>`)}<p>c</p>`,
    'a\n\n**T**\n\nb\n\nc',
  ],
  [
    `<p>a</p>${macro('ui-tab', `${parameter('title', 'T')}<ac:rich-text-body> </ac:rich-text-body>`)}<p>c</p>`,
    'a\n\nc',
  ],
  [`<p>a</p>${macro('include', parameter('', 'Terms'))}<p>b</p>`, 'a\n\nIncludes the page: Terms\n\nb'],
  [`<p>a</p>${macro('latex', parameter('body', ' x '))}<p>b</p>`, 'a\n\n$$x$$\n\nb'],
  [`<p>a ${macro('mathinline', parameter('body', ' x '))} b</p>`, 'a $x$ b'],
  [
    '<p>a</p><ac:adf-extension> <ac:adf-node type="decision-list"><ac:adf-node type="decision-item"> b </ac:adf-node></ac:adf-node> </ac:adf-extension><p>c</p>',
    'a\n\n- Decision: b\n\nc',
  ],
  [
    '<ac:adf-extension> <ac:adf-node type="custom" /> <ac:adf-fallback>Shown</ac:adf-fallback></ac:adf-extension>',
    'Shown',
  ],
  ['<ac:adf-extension> <ac:adf-node type="custom" /> </ac:adf-extension>', ''],
  [
    '<p>a</p><ac:task-list> <ac:task><ac:task-status> complete </ac:task-status> <ac:task-body> b </ac:task-body> </ac:task> </ac:task-list><p>c</p>',
    'a\n\n- [x] b\n\nc',
  ],
  [
    '<p>a<ac:link><ri:page ri:content-title="Home" /> <ac:link-body> there </ac:link-body></ac:link>b</p>',
    'athereb',
  ],
  ['<p>a<ac:image ac:alt="alt"><ri:attachment ri:filename="a.png" /> </ac:image>b</p>', 'aaltb'],
  ['<p>a<ac:image/>b<ac:link> </ac:link>c</p>', 'abc'],
  [`<p>a ${macro('excerpt', '<ac:rich-text-body>b</ac:rich-text-body>')} c</p>`, 'a b c'],
  ['a<a href="https://a.example"> </a>b', 'a b'],
  [cells(`<td>a</td><td>${cells('<td>x</td>', '<td>y</td>')}</td>`), '| a | x<br>y |\n| --- | --- |'],
  ['<ul><li>a<p>b</p>c</li></ul>', '- a\n  b\n  c'],
  ['<p>a <br/>b <br/>c</p>', 'a\nb\nc'],
  [`${'<div>'.repeat(198)}<strong><i><u>x</u></i>y</strong>`, '***x*y**'],
  [cells(`<th>${code('a')}</th><th>b</th>`), '| `a` | b |\n| --- | --- |'],
  [cells('<td>a</td>').replace('<tr>', 'Caption<tr>'), 'Caption\n\na'],
  ['a<ul><li>b</li></ul>c', 'a\n\n- b\n\nc'],
  ['a<ol><li>b</li></ol>c', 'a\n\n1. b\n\nc'],
  ['a<ac:task-list><ac:task><ac:task-body>b</ac:task-body></ac:task></ac:task-list>c', 'a\n\n- [ ] b\n\nc'],
  ['a<tr><td>b</td></tr>', 'a'],
  ['<p>a</p> <p>b</p>\n\n\n<p>c</p>', 'a\n\nb\n\nc'],
])('spaces of %s are left out where they mean nothing', (storage, markdown) => {
  expect(storageToMarkdown(storage)).toBe(markdown);
});
