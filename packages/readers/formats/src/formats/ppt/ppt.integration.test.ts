import { toOldFormat } from '@docfleet/testing';
import { CFB } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import PptxGen from 'pptxgenjs';
import { convertFile } from '../../../test/convert.fixture.ts';
import { oleOf } from '../../../test/detect/ole.fixture.ts';
import { describeWith } from '../../../test/system-programs/needs-programs.fixture.ts';

// The package's types say that its module is a namespace; it is the class itself.
const Presentation = PptxGen as unknown as typeof PptxGen.default;

describeWith(['soffice'], 'a PPT', () => {
  test('keeps titles, the items of its slides and the notes', async () => {
    const deck = new Presentation();
    const slide = deck.addSlide();
    slide.addText('Regatta', { x: 1, y: 0, w: 8, h: 1, fontSize: 40 });
    slide.addText(
      [
        { text: 'Boats', options: { bullet: true, breakLine: true } },
        { text: 'Sails', options: { bullet: true } },
      ],
      { x: 1, y: 1, w: 8, h: 2 },
    );
    slide.addNotes('Mention the harbour');
    const written = (await deck.write({ outputType: 'nodebuffer' })) as Buffer;
    const { mimeType, markdown } = await convertFile({ content: await toOldFormat(written, 'pptx', 'ppt') });
    expect(mimeType).toBe('application/vnd.ms-powerpoint');
    expect(markdown).toBe('# Regatta\n\n- Boats\n- Sails\n\n> **Notes:** Mention the harbour\n');
  });
});

test('a PPT with a password is DOCUMENT_ENCRYPTED', async () => {
  const content = oleOf('PowerPoint Document', 'EncryptedSummary');
  await expect(convertFile({ content })).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});

test('a PPT whose last user alone says that it is encrypted is DOCUMENT_ENCRYPTED', async () => {
  const container = CFB.utils.cfb_new();
  const user = Buffer.alloc(20);
  user.writeUInt32LE(0xf3d1_c4df, 12);
  CFB.utils.cfb_add(container, '/Current User', user);
  CFB.utils.cfb_add(container, '/PowerPoint Document', Buffer.alloc(8_000, 1));
  const content = Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
  await expect(convertFile({ content })).rejects.toMatchObject({ code: 'DOCUMENT_ENCRYPTED' });
});
