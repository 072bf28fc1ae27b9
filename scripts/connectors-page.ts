/** Writes the tables of docs/guides/connectors/README.md from the list of connectors; `npm run env-example` calls it. */
import {
  connectorFacts,
  connectorNames,
  connectorPush,
  connectorSetupOf,
  signInMethodsOf,
} from '../packages/providers/connectors/src/index.ts';
import { tableOf } from '../services/fleet/test/environment-example.ts';

/** Path of the page that has the tables. */
export const connectorsPagePath = 'docs/guides/connectors/README.md';

const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(', ');
const linkOf = (name: string, text: string) => `[${text}](${connectorSetupOf(name).guide}.md)`;

/** Returns the rows of all connectors, in the order of their labels. */
const overview = () =>
  connectorNames
    .map((name) => ({ name, ...connectorFacts[name] }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
    .map(({ name, label, segment, config, choosing, ids }) => [
      linkOf(name, label),
      code(name),
      code(`/v1/ingest/${segment}`),
      config === null
        ? '`settings`'
        : signInMethodsOf(name).length > 0
          ? 'consent, or `settings`'
          : 'consent',
      `${ids}${choosing === 'IDS' ? ' (required)' : ''}`,
      connectorPush[name] ? 'yes' : 'no',
    ]);

const signIns = () =>
  connectorNames
    .toSorted()
    .flatMap((name) =>
      signInMethodsOf(name).map(({ method, label, schema }) => [
        code(name),
        code(method),
        codes(Object.keys(schema.shape).filter((field) => field !== 'method')),
        linkOf(name, label),
      ]),
    );

const tables: Readonly<Record<string, () => string>> = {
  connectors: () =>
    tableOf([
      ['connector', '`source`', 'path', 'access', '`externalIds` name', 'can report changes'],
      ...overview(),
    ]),
  'sign-ins': () => tableOf([['connector', '`settings.method`', 'entered', 'what it is'], ...signIns()]),
};

/** Returns the page with its tables as they follow from the list of connectors. Throws when it lacks the marks of a table. */
export function connectorsPage(page: string): string {
  return Object.entries(tables).reduce((text, [name, write]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
    if (start < 0 || stop < start)
      throw new Error(`${connectorsPagePath} has no place for the table ${name}`);
    return `${text.slice(0, start + begin.length)}\n\n${write()}\n\n${text.slice(stop)}`;
  }, page);
}
