import { assembleBlocks } from '../../../document-tree/assemble-blocks.ts';
import type { Block } from '../../../document-tree/tree.ts';
import { blocksToMarkdown } from '../../../document-tree/write-blocks.ts';
import type { Source } from '../../../format.ts';
import { chosenContent } from '../../../open-xml/alternate-content.ts';
import { reportComments } from '../../../open-xml/comments.ts';
import { reportPictures } from '../../../open-xml/embedded-parts.ts';
import { objectIdsIn, readObjects } from '../../../open-xml/objects.ts';
import { partOf, type Relationships, readRelationships } from '../../../open-xml/relationships.ts';
import { childOf, elementsOf, findElement, type XmlElement } from '../../../xml/element.ts';
import { readPart } from '../../../xml/read-xml.ts';
import type { ZipArchive } from '../../../zip/zip-archive.ts';
import { readTextBody } from '../../pptx/text-body.ts';

interface Sheet {
  readonly archive: ZipArchive;
  readonly relationships: Relationships;
  readonly name: string;
  readonly reportNotRead: Source['reportNotRead'];
}

/** Returns the Markdown of a sheet's drawings: text boxes and other shapes with text, charts, diagrams; empty without any. */
export async function readSheetDrawing({
  archive,
  relationships,
  name,
  reportNotRead,
}: Sheet): Promise<string> {
  await reportComments(archive, relationships, `sheet ${name}`, reportNotRead);
  const part = partOf(relationships, 'drawing');
  const drawing = await readPart(archive, part);
  if (!drawing || part === undefined) return '';
  const own = await readRelationships(archive, part);
  const where = `sheet ${name}`;
  const objects = await readObjects([drawing], {
    archive,
    relationships: own,
    where,
    hasCells: true,
    reportNotRead,
  });
  reportPictures(own, where, reportNotRead);

  const readShape = (shape: XmlElement): Block[] => {
    if (shape.name === 'mc:AlternateContent') return chosenContent(shape).flatMap(readShape);
    if (shape.name === 'xdr:sp' || shape.name === 'xdr:cxnSp')
      return assembleBlocks(readTextBody(childOf(shape, 'xdr:txBody'), own, []));
    if (shape.name === 'xdr:graphicFrame') return objectIdsIn(shape).flatMap((id) => objects.get(id) ?? []);
    if (shape.name === 'xdr:pic') return alternativeOf(shape);
    return elementsOf(shape).flatMap(readShape);
  };
  const blocks = readShape(drawing);
  return blocks.length > 0 ? blocksToMarkdown(blocks) : '';
}

function alternativeOf(picture: XmlElement): Block[] {
  const text = findElement(picture, 'xdr:cNvPr')?.attributes['descr']?.trim();
  return text ? [{ kind: 'paragraph', content: [{ text }] }] : [];
}
