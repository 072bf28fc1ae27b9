import { z } from 'zod';
import { fleetConfig } from '../src/config.ts';

/** The default as one would write it into the environment; undefined when there is none. */
function defaultOf(schema: z.ZodType): string | undefined {
  const { data } = schema.safeParse(undefined);
  if (data === undefined) return undefined;
  return typeof data === 'object' && !Array.isArray(data) ? JSON.stringify(data) : String(data);
}

/** Returns the description of a setting; of an optional one, that of the schema inside. */
const descriptionOf = (schema: z.ZodType): string | undefined =>
  schema.description ??
  (schema instanceof z.ZodOptional ? descriptionOf(schema.unwrap() as z.ZodType) : undefined);

const settings = Object.entries(fleetConfig.shape).map(([name, schema]) => ({
  name,
  meaning: descriptionOf(schema) ?? '',
  default: defaultOf(schema) ?? '',
}));

/** Returns the text of `.env.example`: every setting with its meaning and its default. */
export function environmentExample(): string {
  const entries = settings.map((each) => `# ${each.meaning}\n#${each.name}=${each.default}\n`);
  const head = `# Settings of docfleet, with their defaults. Every service reads those that concern it; \`npm start\` and \`npm run quickstart\`
# read all, and bring PostgreSQL, Redis and a master key along where they are not set.
# Set them in the environment, or: set -a; . ./.env; set +a
`;
  return [head, ...entries].join('\n');
}

/** The names alone, as a module: services distinguish by it which variables were meant for them. */
export function settingNamesModule(): string {
  const names = settings.map(({ name }) => `  '${name}',\n`).join('');
  return `/** Every setting of every service; written by \`npm run env-example\`. */\nexport const settingNames: readonly string[] = [\n${names}];\n`;
}

/** Returns a table in Markdown whose columns are as wide as their widest cell, as the formatter has it. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = '', ...body] = rows.map((row) => line(row.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** Returns the settings as a page of the guides, in Markdown. */
export function settingsPage(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const code = (text: string) => (text === '' ? '' : `\`${cell(text)}\``);
  const rows = settings.map((each) => [code(each.name), code(each.default), cell(each.meaning)]);
  return `# Settings

Settings are environment variables. Each service reads those that concern it; \`npm start\` and \`npm run quickstart\` read all of them, and bring PostgreSQL, Redis and a master key where these are not set. [.env.example](../../.env.example) has the same list as a file to copy. An invalid value prevents the start, with a message that names the setting.

${tableOf([['setting', 'default', 'meaning'], ...rows])}
`;
}
