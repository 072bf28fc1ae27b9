import { expect, test } from '@jest/globals';
import pptxgen from 'pptxgenjs';
import { convertFile, convertLocated, markdownOf } from '../../../test/convert.fixture.ts';
import { chartOf, chartReference, diagram, relationshipsOf } from '../../../test/open-xml/chart.fixture.ts';
import { type ZipContent, zipOf } from '../../../test/zip/zip.fixture.ts';

type Slide = pptxgen.default.Slide;
const place = { x: 1, y: 1, w: 8, h: 1 };

async function markdownOfSlides(...slides: ((slide: Slide) => unknown)[]): Promise<string> {
  // Its types know a default export, which Node does not see through.
  const presentation = new (pptxgen as unknown as new () => pptxgen.default)();
  presentation.defineSlideMaster({
    title: 'PLAIN',
    objects: [
      { placeholder: { options: { name: 'title', type: 'title', ...place }, text: '' } },
      { placeholder: { options: { name: 'body', type: 'body', ...place, y: 3 }, text: '' } },
    ],
  });
  for (const fill of slides) fill(presentation.addSlide({ masterName: 'PLAIN' }));
  const content = (await presentation.write({ outputType: 'nodebuffer' })) as Buffer;
  const { markdown, mimeType } = await convertFile({ name: 'a.pptx', content });
  expect(mimeType).toBe('application/vnd.openxmlformats-officedocument.presentationml.presentation');
  return markdown;
}

const title = (slide: Slide, text: string) => slide.addText(text, { placeholder: 'title' });

test('each slide begins with its title, and notes are a quote at its end', async () => {
  const markdown = await markdownOfSlides(
    (slide) => {
      slide.addText('Some text', place);
      title(slide, 'First');
      slide.addNotes('Say hello');
    },
    (slide) => title(slide, 'Second'),
    (slide) => slide.addText('No title', place),
  );
  expect(markdown).toBe('# First\n\nSome text\n\n> **Notes:** Say hello\n\n# Second\n\n---\n\nNo title\n');
});

test('bullets and numbers make lists that nest', async () => {
  const item = (text: string, indentLevel: number, bullet: boolean | { type: 'number' } = true) => ({
    text,
    options: { bullet, indentLevel, breakLine: true },
  });
  const markdown = await markdownOfSlides((slide) =>
    slide.addText(
      [
        item('a', 0),
        item('b', 1),
        item('c', 0),
        item('one', 0, { type: 'number' }),
        item('two', 0, { type: 'number' }),
      ],
      place,
    ),
  );
  expect(markdown).toBe('- a\n  - b\n- c\n\n1. one\n2. two\n');
});

test('bold, links and code are distinguished', async () => {
  const markdown = await markdownOfSlides((slide) => {
    slide.addText(
      [
        { text: 'see ' },
        { text: 'this', options: { bold: true } },
        { text: ' ' },
        { text: 'page', options: { hyperlink: { url: 'https://example.com/' } } },
      ],
      place,
    );
    slide.addText('a = 1\n  b = 2', { ...place, fontFace: 'Courier New' });
  });
  expect(markdown).toBe('see **this** [page](https://example.com/)\n\n```\na = 1\n  b = 2\n```\n');
});

test('a line above all others in clearly larger letters is the title of a slide that marks none', async () => {
  const slideOf = (text: string, size: number, y: number) => (one: Slide) => {
    one.addText('The harbour is closed.', { ...place, y: 3, fontSize: 18 });
    one.addText(text, { ...place, y, fontSize: size });
  };
  const markdown = await markdownOfSlides(
    slideOf('Storm', 44, 1),
    slideOf('Hardly larger', 20, 1),
    slideOf('42', 44, 5),
  );
  expect(markdown).toBe(
    '# Storm\n\nThe harbour is closed.\n\n---\n\nThe harbour is closed.\n\nHardly larger\n\n---\n\nThe harbour is closed.\n\n42\n',
  );
});

test('tables are tables, with their merged cells', async () => {
  const markdown = await markdownOfSlides((slide) =>
    slide.addTable([
      [{ text: 'Name' }, { text: 'Value' }, { text: 'Unit' }],
      [{ text: 'a', options: { rowspan: 2 } }, { text: '1' }, { text: 'm' }],
      [{ text: '2', options: { colspan: 2 } }],
    ]),
  );
  expect(markdown).toBe('| Name | Value | Unit |\n| --- | --- | --- |\n| a | 1 | m |\n| a | 2 |\n');
});

const contentTypes =
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>';
const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
const relationships = (...content: string[]) => `<Relationships>${content.join('')}</Relationships>`;
const paragraphs = (...texts: string[]) =>
  `<p:txBody>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:txBody>`;
const shape = (type: string, body: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${type && `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr>${body}</p:sp>`;
const slide = (...shapes: string[]) =>
  `<p:sld><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;

test('slides come in the order of the presentation; bullets are inherited from the master', async () => {
  const master = `<p:sldMaster><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>`;
  const markdown = await markdownOf(
    'a.pptx',
    zipOf({
      '[Content_Types].xml': contentTypes,
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships(
        relationship('r1', 'slide', 'slides/slide1.xml'),
        relationship('r2', 'slide', '/ppt/slides/slide2.xml'),
      ),
      'ppt/slides/slide1.xml': slide(shape('sldNum', paragraphs('7')), shape('', paragraphs('box'))),
      'ppt/slides/slide2.xml': slide(shape('body', paragraphs('x', 'y')), shape('title', paragraphs('T'))),
      'ppt/slides/_rels/slide2.xml.rels': relationships(
        relationship('r1', 'slideLayout', '../slideLayouts/slideLayout1.xml'),
      ),
      'ppt/slideLayouts/slideLayout1.xml': '<p:sldLayout/>',
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships(
        relationship('r1', 'slideMaster', '../slideMasters/slideMaster1.xml'),
      ),
      'ppt/slideMasters/slideMaster1.xml': master,
    }),
  );
  expect(markdown).toBe('# T\n\n- x\n- y\n\n---\n\nbox\n');
});

test('a presentation without its list of slides is unreadable', async () => {
  await expect(markdownOf('a.pptx', zipOf({ '[Content_Types].xml': contentTypes }))).rejects.toMatchObject({
    code: 'DOCUMENT_UNREADABLE',
  });
});

/** A presentation of one slide, with other parts if any. */
const pptxOf = (content: string, parts: ZipContent = {}) =>
  zipOf({
    '[Content_Types].xml': contentTypes,
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships(relationship('r1', 'slide', 'slides/slide1.xml')),
    'ppt/slides/slide1.xml': content,
    ...parts,
  });

test('speaker notes in a text box are read, and the header and number of a notes page are not', async () => {
  const grouped = `<p:grpSp>${shape('', paragraphs('and wave'))}</p:grpSp>`;
  const shapes = [
    shape('sldNum', paragraphs('7')),
    shape('hdr', paragraphs('Acme')),
    shape('', paragraphs('Say hello')),
  ];
  const content = pptxOf(slide(shape('', paragraphs('box'))), {
    'ppt/slides/_rels/slide1.xml.rels': relationships(
      relationship('r1', 'notesSlide', '../notesSlides/notesSlide1.xml'),
    ),
    'ppt/notesSlides/notesSlide1.xml': slide(...shapes, grouped).replaceAll('p:sld>', 'p:notes>'),
  });
  expect(await markdownOf('a.pptx', content)).toBe('box\n\n> **Notes:** Say hello\n>\n> and wave\n');
});

test('letters in a symbol font are the symbols that are shown', async () => {
  const run = (text: string, font: string) => `<a:r><a:rPr>${font}</a:rPr><a:t>${text}</a:t></a:r>`;
  const runs = [
    run('5 ', ''),
    run('\uf06dg', '<a:latin typeface="Arial"/><a:sym typeface="Symbol"/>'),
    run('a', '<a:latin typeface="Symbol"/>'),
  ];
  const body = `<p:txBody><a:p>${runs.join('')}</a:p></p:txBody>`;
  expect(await markdownOf('a.pptx', pptxOf(slide(shape('', body))))).toBe('5 µgα\n');
});

test('charts and diagrams of a slide are read, and its pictures and a slide that is missing are named', async () => {
  const frame = (content: string) => `<p:graphicFrame>${content}</p:graphicFrame>`;
  const relIds = '<a:graphic><a:graphicData><dgm:relIds r:dm="r2"/></a:graphicData></a:graphic>';
  const { markdown, notRead } = await convertLocated({
    name: 'a.pptx',
    content: pptxOf(slide(frame(chartReference('r1')), frame(relIds)), {
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/><p:sldId id="257" r:id="r9"/></p:sldIdLst></p:presentation>',
      'ppt/slides/_rels/slide1.xml.rels': relationshipsOf(
        ['r1', 'chart', '../charts/chart1.xml'],
        ['r2', 'diagramData', '../diagrams/data1.xml'],
        ['r3', 'image', '../media/image1.png'],
      ),
      'ppt/charts/chart1.xml': chartOf('Sales', { Norway: '1', Sweden: '2' }),
      'ppt/diagrams/data1.xml': diagram,
    }),
  });
  expect(markdown).toBe(
    '**Sales**\n\n| Country | Share |\n| --- | --- |\n| Norway | 1 |\n| Sweden | 2 |\n\n- Request\n- Approval\n  - within five days\n',
  );
  expect(notRead).toMatchObject([
    { what: 'PICTURE', where: 'slide 1' },
    { what: 'PAGE', where: 'slide 2' },
  ]);
});

test('a chart that a program has written is read', async () => {
  const markdown = await markdownOfSlides((page) =>
    page.addChart('bar', [{ name: 'Share', labels: ['Norway', 'Sweden'], values: [1, 2] }], {
      showTitle: true,
      title: 'Sales',
    }),
  );
  expect(markdown).toContain('**Sales**');
  expect(markdown).toMatch(/\| +\| Share \|\n\| --- \| --- \|\n\| Norway \| 1 \|\n\| Sweden \| 2 \|/);
});
