import { posix } from 'node:path';
import type { Source } from '../format.ts';
import { childOf, elementsOf, readPart, readXml, type XmlElement } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';

/** Returns the content of an `mc:AlternateContent` for newer programs; without it, that for older ones. */
export const chosenContent = (element: XmlElement): XmlElement[] =>
  elementsOf(childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback'));

/** Reference from a part of an Office Open XML file. */
interface Relationship {
  /** The last word of its type: `hyperlink`, `slide`, `styles`. */
  readonly kind: string;
  /** The name of a part, or an address outside. */
  readonly target: string;
  readonly isExternal: boolean;
}

export type Relationships = ReadonlyMap<string, Relationship>;

/** The relationships of a part by their ids; those of the whole file for an empty name. */
export async function readRelationships(archive: ZipArchive, part: string): Promise<Relationships> {
  const { dir, base } = posix.parse(part);
  const bytes = archive.open(posix.join(dir, '_rels', `${base}.rels`));
  const root = bytes && (await readXml(bytes));
  return new Map(
    elementsOf(root).map(({ attributes }) => {
      const { Id = '', Type = '', Target = '', TargetMode } = attributes;
      const isExternal = TargetMode === 'External';
      const target = isExternal ? Target : posix.resolve('/', dir, Target.replaceAll('\\', '/')).slice(1);
      return [Id, { kind: posix.basename(Type), target, isExternal }];
    }),
  );
}

/** The name of the first part of a kind. */
export const partOf = (relationships: Relationships, kind: string): string | undefined =>
  [...relationships.values()].find((relationship) => relationship.kind === kind && !relationship.isExternal)
    ?.target;

/** Returns the address of an external link; undefined for other relationships. */
export function addressOf(relationships: Relationships, id: string | undefined): string | undefined {
  const relationship = id === undefined ? undefined : relationships.get(id);
  return relationship?.isExternal ? relationship.target : undefined;
}

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
