import { posix } from 'node:path';
import { readXml } from '../../../xml/read-xml.ts';
import type { ZipFile } from '../../../zip/zip-file.ts';

export interface Relation {
  readonly type: string;
  /** A path in the file, or an address outside of it. */
  readonly target: string;
}

/** What a part of an Office Open XML file refers to, by id. */
export async function readRelations(zip: ZipFile, part: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  await readXml(zip.readText(`${folder}/_rels/${posix.basename(part)}.rels`), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributes.get('Target') ?? '';
      const isOutside = attributes.get('TargetMode') === 'External';
      relations.set(attributes.get('Id') ?? '', {
        type: (attributes.get('Type') ?? '').split('/').at(-1) ?? '',
        target: isOutside ? target : posix.resolve('/', folder, target).slice(1),
      });
    },
    close() {},
    text() {},
  });
  return relations;
}
