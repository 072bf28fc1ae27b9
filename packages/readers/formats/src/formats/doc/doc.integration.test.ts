import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { toOldFormat } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import {
  HeadingLevel,
  Document as Letter,
  Packer,
  Paragraph,
  SimpleField,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { convertFile } from '../../../test/convert.fixture.ts';
import { oleOf } from '../../../test/detect/ole.fixture.ts';
import { linkedPicture } from '../../../test/formats/doc/linked-picture.fixture.ts';
import { oldWordFile, oldWords } from '../../../test/formats/doc/word-6.fixture.ts';
import { describeWith } from '../../../test/system-programs/needs-programs.fixture.ts';

const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });

describeWith(['soffice'], 'a DOC', () => {
  const letter = new Letter({
    sections: [
      {
        children: [
          new Paragraph({ text: 'Minutes', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({ children: [new TextRun('It was '), new TextRun({ text: 'agreed', bold: true })] }),
          new Paragraph({ text: 'Boats', bullet: { level: 0 } }),
          new Paragraph({ text: 'Sails', bullet: { level: 1 } }),
          new Table({
            columnWidths: [3_000, 3_000],
            rows: [
              new TableRow({ children: [cell('Item'), cell('Year')] }),
              new TableRow({ children: [cell('Pears'), cell('2020')] }),
            ],
          }),
          new Paragraph('End'),
        ],
      },
    ],
  });
  const made = Packer.toBuffer(letter).then((content) => toOldFormat(content, 'docx', 'doc'));

  test('keeps the structure of what was written', async () => {
    const { mimeType, markdown } = await convertFile({ name: 'minutes.txt', content: await made });
    expect(mimeType).toBe('application/msword');
    expect(markdown).toBe(
      '# Minutes\n\nIt was **agreed**\n\n- Boats\n  - Sails\n\n| Item | Year |\n| --- | --- |\n| Pears | 2020 |\n\nEnd\n',
    );
  });

  test('whose picture lies on a server is not requested', async () => {
    let connections = 0;
    const canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await once(canary.listen(0, '127.0.0.1'), 'listening');
    const { port } = canary.address() as AddressInfo;
    const linked = await toOldFormat(linkedPicture(`http://127.0.0.1:${port}/a.png`), 'docx', 'doc');
    // Its writer looks for the picture.
    expect(connections).toBeGreaterThan(0);
    connections = 0;
    expect((await convertFile({ content: linked })).markdown).toBe('Before\n');
    expect(connections).toBe(0);
    canary.close();
  });

  test('whose date is a field shows the date of its last save', async () => {
    const date = new SimpleField('DATE \\@ "yyyy-MM-dd"', '2009-01-31');
    const dated = new Letter({ sections: [{ children: [new Paragraph({ children: [date] })] }] });
    const content = await toOldFormat(await Packer.toBuffer(dated), 'docx', 'doc');
    // Its writer has computed the date of today.
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const at = content
        .toString('latin1')
        .search(encoding === 'latin1' ? /\d{4}-\d\d-\d\d/ : /(?:\d\0){4}-\0/);
      if (at >= 0) content.write('2009-01-31', at, encoding);
    }
    expect((await convertFile({ content })).markdown).toBe('2009-01-31\n');
  });

  test.each(oldWords)('of %s is read', async (version) => {
    const content = oldWordFile(version, 'Boats and sails\rCaf\xe9\r');
    const { mimeType, markdown } = await convertFile({ name: 'old.doc', content });
    expect([mimeType, markdown]).toEqual(['application/msword', 'Boats and sails\n\nCaf\u00e9\n']);
  });

  test('that is damaged is DOCUMENT_UNREADABLE', async () => {
    await expect(convertFile({ content: oleOf('WordDocument') })).rejects.toMatchObject({
      code: 'DOCUMENT_UNREADABLE',
    });
  });
});

test('a DOC with a password is DOCUMENT_ENCRYPTED', async () => {
  const file = oleOf('WordDocument');
  const [sector, flags] = [512, 10];
  // The table of sectors goes to the end of the file, and Word's text begins where it was.
  const content = Buffer.concat([file, file.subarray(sector, 2 * sector)]);
  content.writeUInt32LE(2, 76);
  content.writeUInt16LE(0xa5ec, sector);
  content.writeUInt16LE(0x0100, sector + flags);
  await expect(convertFile({ content })).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});
