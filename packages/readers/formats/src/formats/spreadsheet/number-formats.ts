/** Shows a number as a format code says: `#,##0.00`, `dd.mm.yyyy`. */
export type ShowNumber = (value: string, code: string) => string;

const general = 'General';
/** For a date whose own code cannot be read. */
const anyDate = '';
/** Short dates depend on the viewer's country: they are shown so that the day is not taken for the month. */
const localDate = 'yyyy-mm-dd';
const localDates: Readonly<Record<string, string>> = {
  'm/d/yy': localDate,
  'm/d/yyyy': localDate,
  'm/d/yy h:mm': `${localDate} hh:mm`,
  'm/d/yyyy h:mm': `${localDate} hh:mm`,
};
/** Days from the first day of the calendar that begins in 1900 to that of the calendar of 1904. */
const daysTo1904 = 1_462;
const lastDay = 2_958_466;
/** Integers of more digits are not exact, in Excel neither. */
const maxExactInteger = 1e15;
/** Results that are kept, as numbers repeat in columns of dates and shares. */
const maxKept = 50_000;

const quoted = /"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g;
/** A code of a date in English, as all files have them. */
const dateCode = /(?<!\p{L})(?:d{1,4}|m{1,5}|y{2,4}|h{1,2}|s{1,2})(?!\p{L})/iu;
/** A code in another language, as programs write it that do not know better: `JJJJ`, `ГГГГ`. */
const foreignCode = /(?![ymdhsebga])(\p{L})\1/iu;

interface Prepared {
  readonly code: string;
  readonly kind: 'number' | 'date' | 'time';
}

/** The code of a number format without one of its own, by its number; General for numbers that have no meaning. */
export async function codesOfIds(): Promise<(id: number) => string> {
  const { getFormatFromId } = await import('numfmt');
  return (id) => getFormatFromId(id) ?? general;
}

/** Replaces codes that the library does not read as Excel does. */
function prepare({ format, getFormatInfo }: typeof import('numfmt'), code: string): Prepared {
  const bare = code.replace(quoted, ' ');
  if (foreignCode.test(bare) && !/[0#?@]/.test(bare)) return { code: anyDate, kind: 'date' };
  const known = localDates[code.replace(/;@$/, '')];
  if (known) return { code: known, kind: 'date' };
  try {
    const { isDate, type } = getFormatInfo(code);
    if (isDate) return { code, kind: type === 'time' ? 'time' : 'date' };
    // The country of a currency does not change the separators.
    const plain = code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, symbol: string) => symbol && `[$${symbol}]`);
    format(plain, 1);
    return { code: plain, kind: 'number' };
  } catch {
    return dateCode.test(bare) ? { code: anyDate, kind: 'date' } : { code: general, kind: 'number' };
  }
}

/**
 * Creates a function that shows the numbers of a workbook. A code that makes no sense shows a date as a date, and another number as
 * General does; a value that is no number is returned as it is.
 */
export async function createShowNumber(date1904: boolean): Promise<ShowNumber> {
  const library = await import('numfmt');
  const { format } = library;
  const codes = new Map<string, Prepared & { readonly shown: Map<string, string> }>();
  let kept = 0;

  const show = (value: number, { code, kind }: Prepared): string => {
    if (code === general && Number.isInteger(value) && Math.abs(value) < maxExactInteger) return `${value}`;
    if (kind === 'number') return format(code, value);
    if (kind === 'time') return value < 0 ? `-${format(code, -value)}` : format(code, value);
    const day = date1904 ? value + daysTo1904 : value;
    const isDay = day >= 0 && day < lastDay;
    const dated = Number.isInteger(day) ? localDate : `${localDate} hh:mm:ss`;
    return isDay ? format(code === anyDate ? dated : code, day) : format(general, value);
  };
  return (text, code) => {
    const known = codes.get(code) ?? { ...prepare(library, code || general), shown: new Map() };
    codes.set(code, known);
    const before = known.shown.get(text);
    if (before !== undefined) return before;
    const value = text === '' ? Number.NaN : Number(text);
    const result = Number.isFinite(value) ? show(value, known) : text;
    if (kept++ < maxKept) known.shown.set(text, result);
    return result;
  };
}
