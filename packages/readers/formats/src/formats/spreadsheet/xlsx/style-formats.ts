import { childOf, childrenOf, type XmlElement } from '../../../xml/element.ts';
import { codesOfIds } from '../number-formats.ts';

/** The code of the number format of each style, in their order; styles that name none have that of General. */
export async function readStyleFormats(styles: XmlElement | undefined): Promise<readonly string[]> {
  const codeOf = await codesOfIds();
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  );
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    return codes.get(id) ?? codeOf(id);
  });
}
