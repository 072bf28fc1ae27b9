import { posix } from 'node:path';
import { AppError } from '@docfleet/errors';
import { formulaMarkdown, mathMlToTex, maxFormulaDepth } from '@docfleet/text/tex';
import { assembleBlocks } from '../document-tree/assemble-blocks.ts';
import type { Block } from '../document-tree/tree.ts';
import type { Source } from '../format.ts';
import { localNameOf } from '../xml/namespaces.ts';
import { childOf, elementsOf, findElement, readXml, textOf, type XmlElement } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';
import { readBlocks } from './blocks.ts';
import { type OpenDocumentObject, type Reading, readStyles } from './styles.ts';

interface Place {
  readonly archive: ZipArchive;
  readonly source: Source;
}

/** The objects to which elements refer, by their addresses; one that cannot be read is reported. */
export async function readObjects(
  hrefs: Iterable<string>,
  { archive, source }: Place,
): Promise<ReadonlyMap<string, OpenDocumentObject>> {
  const objects = new Map<string, OpenDocumentObject>();
  for (const href of new Set(hrefs)) {
    const name = posix.normalize(href);
    try {
      const bytes = archive.open(`${name}/content.xml`);
      const root = bytes && (await readXml(bytes));
      const object = root && readObject(root);
      if (object) objects.set(href, object);
      else source.reportNotRead({ what: 'OTHER', where: name, why: 'The file keeps no text of the object' });
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.retryable) throw cause;
      source.reportNotRead({ what: 'OTHER', where: name, why: cause.message });
    }
  }
  return objects;
}

/** The addresses of the objects in an element. */
export const objectsIn = (element: XmlElement): string[] =>
  element.name === 'draw:object'
    ? [element.attributes['xlink:href'] ?? ''].filter(Boolean)
    : elementsOf(element).flatMap(objectsIn);

/** A formula in MathML as TeX. */
function texOf({ name, attributes, children }: XmlElement, depth: number): string {
  const inner = children.filter((child) => typeof child !== 'string');
  const isTooDeep = depth > maxFormulaDepth;
  return mathMlToTex({
    name: localNameOf(name),
    text: (isTooDeep ? children : children.filter((child) => typeof child === 'string'))
      .map((child) => (typeof child === 'string' ? child : textOf(child)))
      .join(''),
    attributeOf: (attribute) => attributes[attribute] ?? attributes[`math:${attribute}`],
    parts: isTooDeep ? [] : inner.map((child) => texOf(child, depth + 1)),
  });
}

function readObject(root: XmlElement): OpenDocumentObject | undefined {
  if (/(?:^|:)math$/.test(root.name)) {
    const formula = formulaMarkdown(texOf(root, 0), false);
    if (formula) return { formula: { text: formula, isFormula: true } };
    // Formula as typed: `{a+b} over 2`.
    const typed = textOf(findElement(root, 'annotation') ?? findElement(root, 'math:annotation')).trim();
    return typed ? { formula: { text: typed } } : undefined;
  }
  const styles = readStyles(elementsOf(root).filter(({ name }) => name === 'office:automatic-styles'));
  const reading: Reading = { styles, notes: [], lastNumbers: new Map(), objects: new Map(), readBlocks };
  const content = elementsOf(childOf(root, 'office:body'))[0];
  const blocks = content ? blocksOf(content, reading) : [];
  return blocks.length > 0 ? { blocks } : undefined;
}

function blocksOf(content: XmlElement, reading: Reading): Block[] {
  const chart = childOf(content, 'chart:chart');
  const title = ['chart:title', 'chart:subtitle']
    .map((name) => textOf(childOf(chart, name)).trim())
    .filter(Boolean);
  const titles = title.map((text): Block => ({ kind: 'paragraph', content: [{ text, bold: true }] }));
  const inner = elementsOf(chart ?? content).filter(({ name }) => !name.startsWith('chart:'));
  return [...titles, ...assembleBlocks(readBlocks(inner, reading)), ...reading.notes];
}
