import { childOf, childrenOf, type XmlElement } from '../../../xml/element.ts';

/** Shows a cell's number as its style says. */
export type ShowNumber = (value: string, style: number) => string;

/** Short dates whose look depends on who looks: they are shown so that nobody takes the day for the month. */
const localDates = new Map([
  [14, 'yyyy-mm-dd'],
  [22, 'yyyy-mm-dd hh:mm'],
]);
const general = 0;
/** Looks that are kept for numbers that come again, as they do in columns of dates and shares. */
const mostKept = 50_000;

type Format = string | number;

/** The number formats of a workbook's styles. */
export async function readNumberFormats(
  styles: XmlElement | undefined,
  date1904: boolean,
): Promise<ShowNumber> {
  const { SSF } = await import('@e965/xlsx');
  const formats = formatsOf(styles);
  const kept = new Map<Format, Map<string, string>>();

  const show = (value: string, format: Format): string => {
    try {
      return String(SSF.format(format, Number(value), { date1904 }));
    } catch {
      // A format that makes no sense shows the number as it is.
      return value;
    }
  };
  return (value, style) => {
    const format = formats[style] ?? general;
    if (format === general && value.length < 11) return value;
    const looks = kept.get(format) ?? new Map<string, string>();
    kept.set(format, looks);
    const known = looks.get(value);
    if (known !== undefined) return known;
    const shown = show(value, format);
    if (looks.size < mostKept) looks.set(value, shown);
    return shown;
  };
}

/** The format of each style: a code, or the number of one that needs none. */
function formatsOf(styles: XmlElement | undefined): Format[] {
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    return codes.get(id) ?? localDates.get(id) ?? id;
  });
}
