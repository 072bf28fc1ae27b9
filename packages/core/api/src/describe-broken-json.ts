import { limits } from '@docfleet/runtime/config';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { hasTooManyValues } from './parse-json.ts';

/** Finding the position reads the text a second time, which a larger one is not worth. */
const maxSearchedLength = 1_000_000;

/** By the names of the parser's error codes. */
const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'unexpected text; strings and field names need double quotes',
  InvalidNumberFormat: 'not a valid number',
  PropertyNameExpected: 'a field name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'nothing may follow the first value',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a string has no closing quote',
  UnexpectedEndOfNumber: 'a number is incomplete',
  InvalidUnicode: 'an incomplete \\u escape',
  InvalidEscapeCharacter: 'an unknown escape in a string; a backslash is written \\\\',
  InvalidCharacter: 'a control character in a string; a line break is written \\n',
};

/** Describes the fault of a text that was refused as JSON, with line and column where they can be found. */
export function describeBrokenJson(text: string): string {
  const plain = 'is not valid JSON';
  if (hasTooManyValues(text)) return `has more than ${limits.bodyValues} values`;
  if (text.length > maxSearchedLength) return plain;
  let found: string | undefined;
  try {
    visit(
      text,
      {
        onError(code, _offset, _length, line, column) {
          found ??= `${plain} at line ${line + 1}, column ${column + 1}: ${sentences[printParseErrorCode(code)] ?? 'it cannot be read here'}`;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    // Nested so deeply that the search overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return found ?? plain;
}
