import { BlockAssembler } from '../../document-tree/assemble-blocks.ts';
import type { Block } from '../../document-tree/tree.ts';
import { RtfReader } from './rtf-reader.ts';
import { readTokens } from './tokens.ts';

/** Pieces of a file after which complete blocks are given. */
const tokensAtOnce = 4_096;

/** Reads RTF, paragraph by paragraph; its notes come last. Throws DOCUMENT_UNREADABLE and DOCUMENT_TOO_COMPLEX. */
export function* readRtf(bytes: Uint8Array): Generator<Block> {
  const reader = new RtfReader();
  const assembler = new BlockAssembler();
  let count = 0;
  for (const token of readTokens(bytes)) {
    reader.push(token);
    count += 1;
    if (count % tokensAtOnce > 0) continue;
    for (const block of reader.take()) assembler.add(block);
    yield* assembler.take();
  }
  for (const block of reader.end()) assembler.add(block);
  yield* assembler.end();
}
