import { z } from 'zod';

/** Texts are arrays of lines, which keep their line ends, or one string. */
const multiline = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(''));
const data = z.record(z.string(), z.unknown());

const output = z.looseObject({
  output_type: z.string().catch(''),
  text: multiline.optional().catch(undefined),
  data: data.optional().catch(undefined),
  ename: z.string().optional().catch(undefined),
  evalue: z.string().optional().catch(undefined),
  traceback: multiline.optional().catch(undefined),
});
/** Output of a code cell. Until version 3 the forms of a result are members of the output itself. */
export type Output = z.infer<typeof output>;

const cell = z.object({
  cell_type: z.string().catch('raw'),
  source: multiline.optional().catch(undefined),
  /** Code until version 3. */
  input: multiline.optional().catch(undefined),
  language: z.string().optional().catch(undefined),
  level: z.int().min(1).max(6).catch(1),
  outputs: z.array(output).catch([]),
});
const cells = z.array(cell);
const name = z.object({ name: z.string().optional().catch(undefined) }).catch({ name: undefined });
const file = z.object({
  cells: cells.optional(),
  worksheets: z.array(z.object({ cells })).optional(),
  metadata: z
    .object({
      language_info: name.optional(),
      kernelspec: z.object({ language: z.string().optional() }).optional().catch(undefined),
    })
    .catch({}),
});

/** Cell as stored: a heading of version 3, Markdown or raw text, or code with its output. */
export type Cell =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly language: string;
      readonly outputs: readonly Output[];
    };

/** The cells of a notebook in their order. Throws where the value is none. */
export function readNotebook(value: unknown): Cell[] {
  const { metadata, ...notebook } = file.parse(value);
  const usual = metadata.language_info?.name ?? metadata.kernelspec?.language ?? '';
  const all = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells) ?? [];
  return all.map((one): Cell => {
    const text = one.source ?? one.input ?? '';
    if (one.cell_type === 'heading') return { kind: 'heading', level: one.level, text };
    if (one.cell_type !== 'code') return { kind: 'text', text };
    const language = (one.language ?? usual).replace(/[^\w+#.-]/g, '');
    return { kind: 'code', text, language, outputs: one.outputs };
  });
}
