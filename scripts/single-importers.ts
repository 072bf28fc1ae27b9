/** Files that one other file of their package imports, and that would be short together with it: their contents belong there. */
import { posix } from 'node:path';

const maxLines = 260;

/** Shipped code, in which the rule holds. */
const isShipped = (path: string) =>
  /^(packages|services)\/.*\/src\/.*\.tsx?$/.test(path) &&
  !/^packages\/testing\/|\.(test|fixture)\.tsx?$|\.d\.ts$|\/(generated|test)\//.test(path);

/** Files that stay by themselves although one other imports them, each with the reason. */
const exceptions: readonly (readonly [imported: RegExp, importer: RegExp, reason: string])[] = [
  [/./, /\/index\.ts$/, 'the surface of a package or of a folder names what lies beside it'],
  [/\/index\.ts$/, /./, 'the surface of a folder'],
  [/\/setting-names\.ts$/, /./, 'a file that a script writes'],
  [/./, /\/(registry|connectors|formats|routes|router|parts)\.tsx?$/, 'a list of doors'],
  [/\/(routes|config|context|start)\.ts$/, /./, 'a part that every noun or service has'],
  [
    /./,
    /\/(main|start|context|workers|quickstart|child|worker)\.tsx?$/,
    'the program of a process, or what its handlers get',
  ],
  [
    /\/connectors\/src\/.*\/(api|find|list|picker|push|setup|sign-in|vendor|replies)\.ts$/,
    /./,
    'a part that every connector has',
  ],
];

/** Returns the relative paths that a text imports, resolved against its own. */
function importedPaths(path: string, text: string): string[] {
  const statics = text.matchAll(/\bfrom '(\.{1,2}\/[^']+)'|^import '(\.{1,2}\/[^']+)'/gm);
  return [...statics].map(([, from, effect]) => posix.join(posix.dirname(path), from ?? effect ?? ''));
}

/** Whether a path is imported later, or started as a process. */
const isLoadedLater = (name: string, texts: readonly string[]) =>
  texts.some(
    (text) =>
      text.includes(`('./${name}')`) || text.includes(`URL('./${name}'`) || text.includes(`URL('${name}'`),
  );

/** Returns each such file with its importer. `files` has the texts of all shipped code, `exported` the files that manifests export. */
export function findSingleImporters(
  files: ReadonlyMap<string, string>,
  exported: ReadonlySet<string>,
): { imported: string; importer: string }[] {
  const shipped = [...files].filter(([path]) => isShipped(path)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const importers = new Map<string, Set<string>>();
  for (const [path, text] of shipped)
    for (const imported of importedPaths(path, text))
      importers.set(imported, (importers.get(imported) ?? new Set()).add(path));
  const linesOf = (path: string) => (files.get(path) ?? '').split('\n').length - 1;
  return shipped.flatMap(([imported]) => {
    const [importer, ...others] = importers.get(imported) ?? [];
    if (!importer || others.length > 0 || exported.has(imported)) return [];
    if (posix.dirname(importer) !== posix.dirname(imported)) return [];
    if (posix.extname(importer) !== posix.extname(imported)) return [];
    if (linesOf(imported) + linesOf(importer) >= maxLines) return [];
    if (exceptions.some(([one, other]) => one.test(imported) && other.test(importer))) return [];
    const beside = shipped.filter(([path]) => posix.dirname(path) === posix.dirname(imported));
    if (
      isLoadedLater(
        posix.basename(imported),
        beside.map(([, text]) => text),
      )
    )
      return [];
    return [{ imported, importer }];
  });
}
