import type { Block, ListItem } from './tree.ts';

/** An item of a list in formats that have no lists, only paragraphs with a marker and a level from 0. */
export interface FlatItem {
  readonly kind: 'item';
  readonly level: number;
  readonly ordered: boolean;
  readonly number?: number | undefined;
  readonly blocks: readonly Block[];
}

export type FlatBlock = Block | FlatItem;

interface OpenList {
  readonly level: number;
  readonly ordered: boolean;
  readonly items: (ListItem & { readonly blocks: Block[] })[];
}

/** Joins blocks that follow each other: items to a list, lines of code to a block of code, quoted paragraphs to a quote. */
export class BlockAssembler {
  /** Lists within lists, the outermost first. */
  readonly #lists: OpenList[] = [];
  #open: Block | undefined;
  #complete: Block[] = [];

  add(block: FlatBlock): void {
    if (block.kind === 'item') this.#addItem(block);
    else if (block.kind === 'code') this.#addCode(block.text);
    else if (block.kind === 'quote') this.#addQuote(block.blocks);
    else {
      this.#close();
      this.#complete.push(block);
    }
  }

  /** The blocks that nothing is added to any more. */
  take(): Block[] {
    const blocks = this.#complete;
    this.#complete = [];
    return blocks;
  }

  end(): Block[] {
    this.#close();
    return this.take();
  }

  #addItem({ level, ordered, number, blocks }: FlatItem): void {
    while (this.#lists.length > 0 && (this.#lists.at(-1)?.level ?? 0) > level) this.#lists.pop();
    const list = this.#lists.at(-1);
    if (list && list.level === level && list.ordered !== ordered) this.#lists.pop();
    const item = { blocks: [...blocks], ...(number !== undefined && { number }) };
    const last = this.#lists.at(-1);
    if (last?.level === level) last.items.push(item);
    else this.#openList({ level, ordered, items: [item] });
  }

  #openList(list: OpenList): void {
    const block: Block = { kind: 'list', ordered: list.ordered, items: list.items };
    const outer = this.#lists.at(-1)?.items.at(-1);
    if (outer) outer.blocks.push(block);
    else {
      this.#close();
      this.#open = block;
    }
    this.#lists.push(list);
  }

  #addCode(line: string): void {
    const text = this.#open?.kind === 'code' ? `${this.#open.text}\n${line}` : line;
    if (this.#open?.kind !== 'code') this.#close();
    this.#open = { kind: 'code', text };
  }

  #addQuote(added: readonly Block[]): void {
    if (this.#open?.kind === 'quote') (this.#open.blocks as Block[]).push(...added);
    else {
      this.#close();
      this.#open = { kind: 'quote', blocks: [...added] };
    }
  }

  #close(): void {
    if (this.#open) this.#complete.push(this.#open);
    this.#open = undefined;
    this.#lists.length = 0;
  }
}

/** The blocks of a part that is read as a whole: a cell, a note, a slide. */
export function assembleBlocks(flat: Iterable<FlatBlock>): Block[] {
  const assembler = new BlockAssembler();
  for (const block of flat) assembler.add(block);
  return assembler.end();
}
