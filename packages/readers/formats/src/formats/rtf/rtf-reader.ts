import { AppError } from '@docfleet/errors';
import { assembleBlocks, type FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { showSymbols } from '../../document-tree/fonts.ts';
import { addressIn, type Block } from '../../document-tree/tree.ts';
import { Definitions } from './definitions.ts';
import { destinations, properties, skipped } from './destinations.ts';
import {
  createFlow,
  type Flow,
  firstState,
  plainParagraph,
  plainText,
  type State,
  toFlatBlock,
} from './state.ts';
import { type CellDefinition, toTable } from './tables.ts';
import { ByteText, characters, encodingOfCodePage, symbolCodes } from './text-decoder.ts';
import type { Token } from './tokens.ts';

type Word = (value: number | undefined) => void;

const maxDepth = 1_000;

/** Puts the pieces of an RTF file together to blocks. */
export class RtfReader {
  readonly #definitions = new Definitions();
  readonly #bytes = new ByteText();
  readonly #outer: State[] = [];
  readonly #notes: Block[] = [];
  #state = firstState();
  #flows: [Flow, ...Flow[]] = [createFlow(0)];
  #encoding = 'windows-1252';
  #instruction = '';
  /** Whether the group has just begun, so that its first word names its purpose. */
  #isBegun = false;
  /** Whether the group is passed over where that word is not known. */
  #isOptional = false;
  /** Whether the outermost group has ended, and the document with it. */
  #isEnded = false;
  #toSkip = 0;
  #definedCells: CellDefinition[] = [];
  #merge = { isBelow: false, isAfter: false };
  #isHead = false;

  push(token: Token): void {
    if (this.#isEnded) return;
    if (token.kind === 'byte') this.#readByte(token.byte);
    else {
      this.#addText(this.#bytes.take());
      if (token.kind === 'open') this.#open();
      else if (token.kind === 'close') this.#close();
      else this.#readWord(token.name, token.value);
    }
  }

  /** The blocks since the last call. */
  take(): FlatBlock[] {
    const [body] = this.#flows;
    const blocks = body.blocks;
    body.blocks = [];
    return blocks;
  }

  end(): FlatBlock[] {
    this.#addText(this.#bytes.take());
    // The last brace is often forgotten; more of them are missing only where the file is cut off.
    if (this.#outer.length > 1)
      throw new AppError('DOCUMENT_UNREADABLE', 'The RTF file is cut off: save or upload it again');
    this.#endParagraph();
    this.#endTable();
    return [...this.take(), ...this.#notes];
  }

  get #flow(): Flow {
    return this.#flows.at(-1) ?? this.#flows[0];
  }

  #open(): void {
    if (this.#outer.length === maxDepth)
      throw new AppError('DOCUMENT_TOO_COMPLEX', 'The RTF file is nested deeper than a file may be');
    this.#outer.push(this.#state);
    this.#state = { ...this.#state, paragraph: { ...this.#state.paragraph } };
    this.#isBegun = true;
    this.#isOptional = false;
    this.#toSkip = 0;
  }

  #close(): void {
    const flow = this.#flow;
    if (flow.depth > 0 && flow.depth === this.#outer.length) this.#endNote(flow);
    this.#state = this.#outer.pop() ?? this.#state;
    this.#isEnded = this.#outer.length === 0;
    this.#isBegun = false;
    this.#isOptional = false;
    this.#toSkip = 0;
  }

  #endNote({ label = '' }: Flow): void {
    this.#endParagraph();
    this.#endTable();
    const { blocks } = this.#flow;
    this.#flows.pop();
    this.#notes[Number(label) - 1] = { kind: 'note', label, blocks: assembleBlocks(blocks) };
  }

  #readByte(byte: number): void {
    this.#isBegun = false;
    this.#isOptional = false;
    if (this.#isSkipped) return;
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else this.#addText(this.#bytes.add(byte, this.#encodingHere));
  }

  get #isSkipped(): boolean {
    return this.#state.destination === 'skip' || this.#state.destination === 'ansi';
  }

  get #encodingHere(): string {
    const { font } = this.#state;
    // Each byte is the code of a symbol.
    if (this.#definitions.symbolFontOf(font)) return symbolCodes;
    return this.#definitions.encodingOf(font) ?? this.#encoding;
  }

  #addText(text: string): void {
    if (text === '') return;
    const { destination } = this.#state;
    if (destination === 'instruction') this.#instruction += text;
    else if (destination === 'marker') this.#flow.marker += text;
    else if (destination === 'text') this.#addRun(text);
    else this.#definitions.addName(destination, text);
  }

  #addRun(text: string): void {
    const { bold, italic, strike, raised, hidden, font, href } = this.#state;
    if (hidden) return;
    const code = this.#definitions.isMonospaced(font);
    const shown = showSymbols(text, this.#definitions.symbolFontOf(font));
    this.#flow.inlines.push({ text: shown, bold, italic, strike, raised, code, href });
  }

  #readWord(name: string, value: number | undefined): void {
    if (name === '*') {
      // Within a group it says nothing: only the first word says what a group is for.
      this.#isOptional = this.#isBegun;
      return;
    }
    const isOptional = this.#isOptional && !properties.has(name);
    this.#isBegun = false;
    this.#isOptional = false;
    // The text for readers without Unicode stands before the same text in Unicode.
    if (name === 'ud' && this.#state.destination === 'ansi') this.#state.destination = 'text';
    if (this.#isSkipped || name === 'ud') return;
    const destination = destinations[name];
    if (destination) this.#state.destination = destination;
    else if (skipped.has(name) || (isOptional && name !== 'shpinst')) this.#state.destination = 'skip';
    else if (['fonts', 'styles', 'lists', 'overrides'].includes(this.#state.destination))
      this.#definitions.readWord(this.#state.destination, name, value);
    if (name in characters) this.#addText(characters[name] ?? '');
    else this.#words[name]?.(value);
  }

  #endParagraph(): void {
    const flow = this.#flow;
    const { paragraph } = this.#state;
    const { inlines, marker } = flow;
    flow.inlines = [];
    flow.marker = '';
    const block = toFlatBlock(inlines, { paragraph, marker, definitions: this.#definitions });
    if (!paragraph.isInTable) this.#endTable();
    if (block) (paragraph.isInTable ? flow.cell : flow.blocks).push(block);
  }

  #endCell(): void {
    this.#state.paragraph.isInTable = true;
    this.#endParagraph();
    const flow = this.#flow;
    flow.cells.push(assembleBlocks(flow.cell));
    flow.cell = [];
  }

  #endRow(): void {
    const flow = this.#flow;
    flow.rows.push({ definitions: this.#definedCells, cells: flow.cells, isHead: this.#isHead });
    flow.cells = [];
  }

  #endTable(): void {
    const flow = this.#flow;
    if (flow.rows.length > 0) flow.blocks.push(toTable(flow.rows));
    flow.blocks.push(...flow.cell);
    flow.rows = [];
    flow.cell = [];
  }

  #beginNote(): void {
    const label = `${this.#notes.length + 1}`;
    this.#notes.push({ kind: 'note', label, blocks: [] });
    this.#flow.inlines.push({ kind: 'note-reference', label });
    this.#flows.push(createFlow(this.#outer.length, label));
    this.#state = { ...firstState(), font: this.#state.font };
  }

  #encodeBy(page: number): void {
    this.#encoding = encodingOfCodePage(page);
  }

  #readUnicode(value: number): void {
    // Numbers above 32,767 are written as negative ones.
    this.#addText(String.fromCharCode(value & 0xffff));
    this.#toSkip = this.#state.fallbackLength;
  }

  #defineCell(right: number): void {
    this.#definedCells.push({ right, ...this.#merge });
    this.#merge = { isBelow: false, isAfter: false };
  }

  #switch(name: 'bold' | 'italic' | 'strike' | 'hidden'): Word {
    return (value) => {
      this.#state[name] = value !== 0;
    };
  }

  readonly #words: Readonly<Record<string, Word>> = {
    pc: () => this.#encodeBy(437),
    pca: () => this.#encodeBy(850),
    ansicpg: (page = 1252) => this.#encodeBy(page),
    mac: () => {
      this.#encoding = 'macintosh';
    },
    u: (value = 0) => this.#readUnicode(value),
    uc: (length = 1) => {
      this.#state.fallbackLength = Math.max(0, length);
    },
    f: (font = 0) => {
      this.#state.font = font;
    },
    b: this.#switch('bold'),
    i: this.#switch('italic'),
    strike: this.#switch('strike'),
    striked: this.#switch('strike'),
    super: (value) => {
      this.#state.raised = value !== 0;
    },
    nosupersub: () => {
      this.#state.raised = false;
    },
    v: this.#switch('hidden'),
    deleted: this.#switch('hidden'),
    plain: () => Object.assign(this.#state, plainText),
    pard: () => {
      this.#state.paragraph = { ...plainParagraph };
    },
    s: (style = 0) => {
      this.#state.paragraph.style = style;
    },
    ls: (list) => {
      this.#state.paragraph.list = list;
    },
    ilvl: (level = 0) => {
      this.#state.paragraph.level = Math.min(Math.max(0, level), 8);
    },
    outlinelevel: (level) => {
      this.#state.paragraph.outlineLevel = level;
    },
    intbl: () => {
      this.#state.paragraph.isInTable = true;
    },
    par: () => this.#endParagraph(),
    sect: () => this.#endParagraph(),
    nestcell: () => this.#endParagraph(),
    cell: () => this.#endCell(),
    row: () => this.#endRow(),
    line: () => void this.#flow.inlines.push({ kind: 'break' }),
    trowd: () => {
      this.#definedCells = [];
      this.#isHead = false;
    },
    trhdr: () => {
      this.#isHead = true;
    },
    clvmrg: () => {
      this.#merge.isBelow = true;
    },
    clmrg: () => {
      this.#merge.isAfter = true;
    },
    cellx: (right = 0) => this.#defineCell(right),
    field: () => {
      this.#instruction = '';
    },
    fldrslt: () => {
      this.#state.href = addressIn(this.#instruction) ?? this.#state.href;
    },
    footnote: () => this.#beginNote(),
  };
}
