import { addressIn } from '../../document-tree/hyperlink-field.ts';

/** The fields that are open at a place of the text: each an instruction, then its result, which may go on over paragraphs. */
export interface Fields {
  begin(): void;
  instruct(text: string): void;
  separate(): void;
  end(): void;
  /** Whether what stands here is an instruction, and not to be seen. */
  readonly isInstruction: boolean;
  /** Where the text here leads to. */
  readonly href: string | undefined;
}

interface OpenField {
  instruction: string;
  isResult: boolean;
}

const deepest = 50;

export function createFields(): Fields {
  const open: OpenField[] = [];
  return {
    begin() {
      if (open.length < deepest) open.push({ instruction: '', isResult: false });
    },
    instruct(text) {
      const field = open.at(-1);
      if (field && !field.isResult) field.instruction += text;
    },
    separate() {
      const field = open.at(-1);
      if (field) field.isResult = true;
    },
    end: () => void open.pop(),
    get isInstruction() {
      return open.some(({ isResult }) => !isResult);
    },
    get href() {
      return open
        .map(({ instruction }) => addressIn(instruction))
        .findLast((address) => address !== undefined);
    },
  };
}
