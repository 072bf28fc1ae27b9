import { BlockAssembler } from '../../document-tree/assemble-blocks.ts';
import type { Block } from '../../document-tree/tree.ts';
import type { Source } from '../../format.ts';
import { readBlocks, wrappers } from '../../open-document/blocks.ts';
import { readOpenDocument } from '../../open-document/read-open-document.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';

const containers = ['office:document', 'office:document-content', 'office:body', 'office:text', ...wrappers];

/** Reads an ODT, paragraph by paragraph; its notes come last. Throws what `readOpenDocument` throws. */
export async function* readOdt(source: Source, archive?: ZipArchive): AsyncGenerator<Block> {
  const assembler = new BlockAssembler();
  let notes: readonly Block[] = [];
  for await (const { element, reading } of readOpenDocument(source, containers, archive)) {
    for (const block of readBlocks([element], reading)) assembler.add(block);
    yield* assembler.take();
    notes = reading.notes;
  }
  yield* assembler.end();
  yield* notes;
}
