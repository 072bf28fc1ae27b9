import { readFile, writeFile } from 'node:fs/promises';
import { withConversionPlaces } from '@docfleet/formats';
import { childrenOf } from '@docfleet/sandbox';
import { eventually, toOldFormat } from '@docfleet/testing';
import { afterAll, expect, test } from '@jest/globals';
import { Document as Letter, Packer, Paragraph } from 'docx';
import { encoders } from '../../../../packages/readers/formats/test/formats/image/images.fixture.ts';
import { scanOf, sentences } from '../../../../packages/readers/formats/test/ocr/scans.fixture.ts';
import { describeWith } from '../../../../packages/readers/formats/test/system-programs/needs-programs.fixture.ts';
import { createConverterPool } from './converter-pool.ts';

const limits = { quietMs: 25_000, totalMs: 28_000, memoryBytes: 1_200 * 2 ** 20, outputBytes: 1_000_000 };
const pool = createConverterPool({ size: 1, limits });
afterAll(() => pool.close());

const readProcess = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** The processes below one, by their names. */
async function processesBelow(pid: number): Promise<{ pid: number; name: string }[]> {
  const found = childrenOf(pid).map(async (child) => [
    { pid: child, name: (await readProcess(child, 'comm')).trim() },
    ...(await processesBelow(child)),
  ]);
  return (await Promise.all(found)).flat();
}

const scan = async () => encoders.png(await scanOf((document) => document.text(sentences(25))));
const letter = async () => {
  const document = new Letter({ sections: [{ children: [new Paragraph('A letter')] }] });
  return toOldFormat(await Packer.toBuffer(document), 'docx', 'doc');
};

describeWith(['tesseract', 'soffice'], 'a system program', () => {
  test.each([
    ['tesseract', scan],
    ['soffice.bin', letter],
  ])('%s ends with the reader that has started it', async (program, make) => {
    const content = await make();
    await withConversionPlaces(async (places) => {
      await writeFile(places.path, content);
      const ocr = { strategy: 'BASIC_PARSER', languages: ['eng'] } as const;
      const controller = new AbortController();
      const task = { ...places, fileName: '', declaredType: null, ocr };
      const begin = () => {
        const converted = pool.convert(task, { signal: controller.signal });
        const outcome = { hasEnded: false };
        converted.catch(() => undefined).finally(() => Object.assign(outcome, { hasEnded: true }));
        return { converted, outcome };
      };
      let attempt = begin();
      const { pid } = await eventually(async () => {
        // On a busy machine a whole conversion may pass between two looks.
        if (attempt.outcome.hasEnded) attempt = begin();
        const running = (await processesBelow(process.pid)).find(({ name }) => name === program);
        if (!running) throw new Error(`${program} does not run yet`);
        return running;
      }, 40_000);
      const { converted } = attempt;
      controller.abort(new Error('the caller has left'));
      await expect(converted).rejects.toThrow('the caller has left');
      await eventually(async () => expect((await readProcess(pid, 'comm')).trim()).not.toBe(program));
    });
  });
});
