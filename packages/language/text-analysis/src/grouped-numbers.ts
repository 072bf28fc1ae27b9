/** Groups of digits and capitals with a space between each two, as accounts, cards and telephones are written. */
const groups =
  /(?<![\p{L}\p{N}.,'·_-])\+?([A-Z\d]{1,8}(?: [A-Z\d]{1,8}){1,9})(?![\p{L}\p{N}]|[.,'·_-][\p{L}\p{N}])/gu;
/** A number in groups of three. */
const thousands = /^\d{1,3}(?: \d{3})+$/;
/** Two years beside each other are no number; an account has more digits. */
const minDigits = 9;
const maxNumberLength = 40;

/** Whether groups are written as one number is: beginning with a digit or the letters of a country, and of digits for the most part. */
function isOneNumber(written: string): boolean {
  if (thousands.test(written)) return true;
  const digits = written.replace(/\D/g, '').length;
  const first = written.split(' ', 1)[0] ?? '';
  const isBegun = /^(?:[A-Z]{2})?\d{1,8}$/.test(first);
  return isBegun && digits >= minDigits && digits * 2 > written.length && written.length <= maxNumberLength;
}

/** Number that is written in groups with spaces between, such as an IBAN, a telephone number or "10 000". */
export interface GroupedNumber {
  /** Without its spaces, in lower case. */
  readonly whole: string;
  readonly groups: readonly string[];
}

/** The numbers that a text writes in groups (`DE89 3704 …`, `+49 30 901820`, `10 000`), and the text without them. */
export function takeGroupedNumbers(text: string): {
  readonly rest: string;
  readonly numbers: GroupedNumber[];
} {
  const numbers: GroupedNumber[] = [];
  const rest = text.replace(groups, (match: string, written: string) => {
    if (!isOneNumber(written)) return match;
    const lower = written.toLowerCase();
    numbers.push({ whole: lower.replaceAll(' ', ''), groups: lower.split(' ') });
    return ' ';
  });
  return { rest, numbers };
}
