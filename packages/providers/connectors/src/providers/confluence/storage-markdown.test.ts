import { expect, test } from '@jest/globals';
import { storageToMarkdown } from './storage-markdown.ts';

test.each([
  [
    'headings and emphasis',
    '<h2>Plan &uuml;ber</h2><p>A <strong>bold</strong> word</p>',
    '## Plan über\n\nA **bold** word',
  ],
  [
    'code with its language, left as it is',
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[if (a < b) {\n  run();\n}]]></ac:plain-text-body></ac:structured-macro>',
    '```js\nif (a < b) {\n  run();\n}\n```',
  ],
  [
    'a panel as a quotation with its title',
    '<ac:structured-macro ac:name="panel"><ac:parameter ac:name="title">Mind</ac:parameter><ac:rich-text-body><p>the gap</p></ac:rich-text-body></ac:structured-macro>',
    '> **Mind**\n>\n> the gap',
  ],
  [
    'what an expand hides',
    '<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body><p>inside</p></ac:rich-text-body></ac:structured-macro>',
    '**More**\n\ninside',
  ],
  [
    'tables with lists in their cells',
    '<table><tbody><tr><th><p>Name</p></th><th>Is</th></tr><tr><td><ul><li>a|b</li><li>c</li></ul></td><td>1</td></tr></tbody></table>',
    '| Name | Is |\n| --- | --- |\n| - a\\|b<br>- c | 1 |',
  ],
  [
    'cells that span columns and rows',
    '<table><tbody><tr><th colspan="2">Name</th><th>Price</th></tr><tr><td rowspan="2">Fruit</td><td>Apple</td><td>1</td></tr><tr><td>Pear</td><td>2</td></tr></tbody></table>',
    '| Name | Name | Price |\n| --- | --- | --- |\n| Fruit | Apple | 1 |\n| Fruit | Pear | 2 |',
  ],
  [
    'a table of one column as what is in it',
    '<table><tbody><tr><td>One</td></tr><tr><td>Two</td></tr></tbody></table>',
    'One\n\nTwo',
  ],
  [
    'the name of a file that is shown, of a diagram, and the address of a widget',
    '<p><ac:structured-macro ac:name="view-file"><ac:parameter ac:name="name"><ri:attachment ri:filename="Plan.pdf"/></ac:parameter></ac:structured-macro> <ac:structured-macro ac:name="drawio"><ac:parameter ac:name="diagramName">Arch</ac:parameter></ac:structured-macro> <ac:structured-macro ac:name="widget"><ac:parameter ac:name="url"><ri:url ri:value="https://v.example/1"/></ac:parameter></ac:structured-macro></p>',
    'Plan.pdf Arch https://v.example/1',
  ],
  [
    'images by their description, else by their name',
    '<p><ac:image ac:alt="A diagram"><ri:attachment ri:filename="d.png"/></ac:image> <ac:image><ri:attachment ri:filename="e.png"/></ac:image></p>',
    'A diagram e.png',
  ],
  ['nested lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>', '- a\n  1. b\n- c'],
  [
    'links to pages, with and without words of their own',
    '<p><ac:link><ri:page ri:content-title="Home" /></ac:link> and <ac:link><ri:page ri:content-title="Home" /><ac:link-body>there</ac:link-body></ac:link></p>',
    'Home and there',
  ],
  [
    'mentions, dates and emoticons',
    '<p><ac:link><ri:user ri:account-id="1" /></ac:link> on <time datetime="2026-01-02" /> <ac:emoticon ac:name="tick" ac:emoji-fallback="✅" /></p>',
    '@user on 2026-01-02 ✅',
  ],
  [
    'tasks',
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>done</ac:task-body></ac:task></ac:task-list>',
    '- [x] done',
  ],
  [
    'a panel of the new editor once',
    '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note</ac:adf-attribute><ac:adf-content><p>Mind the gap</p></ac:adf-content></ac:adf-node><ac:adf-fallback><div class="panel"><p>Mind the gap</p></div></ac:adf-fallback></ac:adf-extension>',
    '> Mind the gap',
  ],
  [
    'a decision once, without its ids',
    '<ac:adf-extension><ac:adf-node type="decision-list"><ac:adf-attribute key="local-id">a1b2c3d4</ac:adf-attribute><ac:adf-node type="decision-item"><ac:adf-attribute key="local-id">e5f6</ac:adf-attribute><ac:adf-attribute key="state">DECIDED</ac:adf-attribute><ac:adf-content>Use Postgres</ac:adf-content></ac:adf-node></ac:adf-node><ac:adf-fallback><ul class="decision-list"><li>Use Postgres</li></ul></ac:adf-fallback></ac:adf-extension>',
    '- Decision: Use Postgres',
  ],
  [
    'an extension that has text for older readers alone',
    '<ac:adf-extension><ac:adf-node type="custom" /><ac:adf-fallback><p>Shown</p></ac:adf-fallback></ac:adf-extension>',
    'Shown',
  ],
  [
    'keys and queries of Jira',
    '<p>See <ac:structured-macro ac:name="jira"><ac:parameter ac:name="server">System Jira</ac:parameter><ac:parameter ac:name="key">PROJ-12</ac:parameter></ac:structured-macro></p><ac:structured-macro ac:name="jira"><ac:parameter ac:name="jqlQuery">project = PROJ</ac:parameter></ac:structured-macro>',
    'See PROJ-12\n\nJira issues: project = PROJ',
  ],
  [
    'which page is included',
    '<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Terms" /></ac:link></ac:parameter></ac:structured-macro>',
    'Includes the page: Terms',
  ],
  [
    'formulas',
    '<ac:structured-macro ac:name="mathblock"><ac:plain-text-body><![CDATA[E = mc^2]]></ac:plain-text-body></ac:structured-macro><p>with <ac:structured-macro ac:name="eazy-math-inline"><ac:parameter ac:name="body">a_1</ac:parameter></ac:structured-macro></p>',
    '$$E = mc^2$$\n\nwith $a_1$',
  ],
  ['no placeholder', '<p><ac:placeholder>Type who was there</ac:placeholder>Ada</p>', 'Ada'],
  ['dollar signs as they are', '<p><strong>$& and $1</strong></p>', '**$& and $1**'],
  ['images by their files', '<ac:image><ri:attachment ri:filename="plan.png" /></ac:image>', 'plan.png'],
])('writes %s', (_what, storage, markdown) => {
  expect(storageToMarkdown(storage)).toBe(markdown);
});

test('a line of a million spaces is read at once', () => {
  const line = `a${' '.repeat(1_000_000)}b`;
  expect(storageToMarkdown(`<pre>${line}</pre>`)).toContain(line);
});

test('a page of nothing but nesting ends', () => {
  expect(storageToMarkdown('<div>'.repeat(50_000))).toBe('');
});

const macro = (name: string, parameters: Readonly<Record<string, string>>, body = '') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body}</ac:structured-macro>`;
const rich = (text: string) => `<ac:rich-text-body><p>${text}</p></ac:rich-text-body>`;
const plain = (text: string) => `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`;

test.each([
  ...[1, 2, 3, 4, 5, 6].map((level) => [`<h${level}>T</h${level}>`, `${'#'.repeat(level)} T`] as const),
  ['<p>a<br/>b</p>', 'a\nb'],
  ['<p>a</p><hr/><p>b</p>', 'a\n\n---\n\nb'],
  ['<p><b>a</b> <em>b</em> <i>c</i> <del>d</del> <code>e</code></p>', '**a** *b* *c* ~~d~~ `e`'],
  ['<p>a<strong> b </strong>c<strong></strong></p>', 'a **b** c'],
  ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['<div>a</div><div>b</div>', 'a\n\nb'],
  ['<ol><li>a</li><li>b<ul><li>c</li></ul></li></ol>', '1. a\n2. b\n   - c'],
  ['<ul><li><p>a</p><p>b</p></li></ul>', '- a\n  b'],
  [
    '<p><a href="https://a.example">A</a> <a href="https://b.example"></a> <a>C</a></p>',
    '[A](https://a.example)  C',
  ],
  ['<pre>a  b\n c</pre>', '```\na  b\n c\n```'],
  ['<p>a   b\n c</p>', 'a b c'],
  ['<p>a&nbsp;&amp;&lt;b</p>', 'a &<b'],
  ['<span>a</span><u>b</u><unknown>c</unknown>', 'abc'],
])('%s is %j', (storage, markdown) => {
  expect(storageToMarkdown(storage)).toBe(markdown);
});

test.each([
  ...['info', 'note', 'tip', 'warning', 'panel'].map(
    (name) => [name, macro(name, {}, rich('Mind')), '> Mind'] as const,
  ),
  ['expand', macro('expand', {}, rich('inside')), 'inside'],
  ['status', `<p>${macro('status', { title: 'DONE', colour: 'Green' })}</p>`, 'DONE'],
  ['status', `<p>a${macro('status', {})}b</p>`, 'ab'],
  ['noformat', macro('noformat', {}, plain('a < b')), '```\na < b\n```'],
  ['code', macro('code', {}, plain('\n```\nx')), '````\n```\nx\n````'],
  ['jira', `<p>a${macro('jira', {})}b</p>`, 'ab'],
  ['jira', macro('jira', { key: '', jqlQuery: 'project = PROJ' }), 'Jira issues: project = PROJ'],
  ['include', macro('include', {}), ''],
  ['view-file', macro('view-file', { name: '<ri:attachment />' }), ''],
  ['excerpt-include', macro('excerpt-include', { 'default-parameter': 'Terms' }), 'Includes the page: Terms'],
  ...['mathblock', 'latex', 'eazy-math-block', 'easy-math-block'].map(
    (name) => [name, macro(name, {}, plain(' x ')), '$$x$$'] as const,
  ),
  ...['mathinline', 'eazy-math-inline', 'easy-math-inline'].map(
    (name) => [name, `<p>${macro(name, {}, plain(' x '))}</p>`, '$x$'] as const,
  ),
  ['mathblock', macro('mathblock', { body: 'y' }), '$$y$$'],
  ...['view-file', 'viewpdf', 'viewdoc', 'viewxls', 'viewppt', 'gliffy'].map(
    (name) => [name, macro(name, { name: 'a.pdf' }), 'a.pdf'] as const,
  ),
  ['drawio', macro('drawio', { diagramDisplayName: 'Shown' }), 'Shown'],
  ['inc-drawio', macro('inc-drawio', { diagramName: 'Arch', diagramDisplayName: 'Shown' }), 'Arch'],
  ['inc-drawio', macro('inc-drawio', { diagramDisplayName: 'Shown' }), 'Shown'],
  ['iframe', macro('iframe', { src: 'https://a.example' }), 'https://a.example'],
  ['widget', macro('widget', { url: 'https://a.example' }), 'https://a.example'],
  ['one that is not known', macro('toc', { maxLevel: '3' }), ''],
  ['one that is not known, with text', macro('excerpt', {}, rich('kept')), 'kept'],
])('the macro %s, %s, is %j', (_name, storage, markdown) => {
  expect(storageToMarkdown(storage)).toBe(markdown);
});

test.each([
  [
    'tasks that are open and done, without their ids',
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-uuid>u</ac:task-uuid><ac:task-status>incomplete</ac:task-status><ac:task-body>a</ac:task-body></ac:task><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>b</ac:task-body></ac:task></ac:task-list>',
    '- [ ] a\n- [x] b',
  ],
  ['a table without cells', '<table><tbody></tbody></table><p>a</p>', 'a'],
  [
    'a span that is no number as one',
    '<table><tr><th colspan="x">A</th><th rowspan="0">B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'two rows of headings as one',
    '<table><tr><th>A</th><th>B</th></tr><tr><th>in m</th><th>in s</th></tr><tr><td>1</td><td>2</td></tr></table>',
    '| A in m | B in s |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a cell of ten columns, and one of less than none',
    `<table><tr><th colspan="10">A</th></tr><tr><td colspan="-3">1</td><td>2</td></tr></table>`,
    `|${' A |'.repeat(10)}\n|${' --- |'.repeat(10)}\n| 1 | 2 |`,
  ],
  ['elements in capitals as the same', '<P>a <STRONG>b</STRONG></P>', 'a **b**'],
  [
    'a time without its date, and an emoticon of an unknown name by that',
    '<p>a<time/><ac:emoticon ac:name="blue-star"/>b<ac:emoticon/></p>',
    'a:blue-star:b',
  ],
  [
    'the address that a link or image refers to',
    '<p><ac:link><ri:url ri:value="https://a.example"/></ac:link> <ac:image><ri:url ri:value="https://b.example/i.png"/></ac:image></p>',
    'https://a.example https://b.example/i.png',
  ],
  [
    'the name of an attachment that is linked, and a caption before it',
    '<p><ac:link><ri:attachment ri:filename="a.pdf"/></ac:link> <ac:image><ri:attachment ri:filename="b.png"/><ac:caption>Shown</ac:caption></ac:image></p>',
    'a.pdf Shown',
  ],
  [
    'marks of the new editor not at all',
    '<p><ac:adf-mark key="x">no</ac:adf-mark><ac:adf-extension><ac:adf-node type="other">yes</ac:adf-node></ac:adf-extension></p>',
    'yes',
  ],
  ['what is not closed', '<p>a <strong>b', 'a **b**'],
])('%s', (_what, storage, markdown) => {
  expect(storageToMarkdown(storage)).toBe(markdown);
});

test.each([
  [
    'ticks and crosses that have no character of their own',
    '<table><tr><th>Plan</th><th>SSO</th></tr><tr><td>Basic</td><td><ac:emoticon ac:name="cross" /></td></tr><tr><td>Pro</td><td><ac:emoticon ac:name="tick" /></td></tr></table>',
    '| Plan | SSO |\n| --- | --- |\n| Basic | ❌ |\n| Pro | ✅ |',
  ],
  ['the title of a tab', macro('ui-tab', { title: 'Linux' }, rich('<p>apt</p>')), '**Linux**\n\napt'],
  [
    'the label of a card',
    macro('card', { label: 'Windows' }, rich('<p>winget</p>')),
    '**Windows**\n\nwinget',
  ],
  [
    'code in a cell, each line as a span of its own',
    `<table><tr><th>Run</th><th>By</th></tr><tr><td>${macro('code', { language: 'sh' }, plain('cd a\n\nmake'))}</td><td><code>x<br/>y</code></td></tr></table>`,
    '| Run | By |\n| --- | --- |\n| `cd a`<br>`make` | `x`<br>`y` |',
  ],
  [
    'the number of each item',
    '<ol start="3"><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ol>',
    '3. a\n4. b\n   1. c\n   2. d',
  ],
  [
    'the name of a person',
    '<p><ac:link><ri:user ri:username="Ada Lovelace" /></ac:link></p>',
    '@Ada Lovelace',
  ],
])('%s is kept', (_what, storage, markdown) => {
  expect(storageToMarkdown(storage)).toBe(markdown);
});
