import type { Source } from '../format.ts';
import { elementsOf, type XmlElement } from '../xml/element.ts';
import { readPart } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';
import type { Relationships } from './relationships.ts';

/** Word and Excel write comments, PowerPoint `cm`. */
const comment = /(?:^|:)(?:comment|cm)$/;

const countComments = (element: XmlElement | undefined): number =>
  elementsOf(element).reduce(
    (count, child) => count + (comment.test(child.name) ? 1 : countComments(child)),
    0,
  );

/** Reports the number of comments on a document, sheet or slide, which are not part of its content. */
export async function reportComments(
  archive: ZipArchive,
  relationships: Relationships,
  where: string | null,
  reportNotRead: Source['reportNotRead'],
): Promise<void> {
  let count = 0;
  for (const { kind, target, isExternal } of relationships.values())
    if (kind === 'comments' && !isExternal) count += countComments(await readPart(archive, target));
  if (count > 0) reportNotRead({ what: 'ANNOTATION', where, why: 'Comments are not read', count });
}
