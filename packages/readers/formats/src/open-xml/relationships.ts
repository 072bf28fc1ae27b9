import { posix } from 'node:path';
import { elementsOf } from '../xml/element.ts';
import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/zip-archive.ts';

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
