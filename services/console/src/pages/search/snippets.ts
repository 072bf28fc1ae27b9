import type { SearchSettings } from './settings.ts';
import { type Kind, requestOf, weightsOf } from './use-search.ts';

/** Quotes a text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const bodyOf = (namespaceId: string, kind: Kind, settings: SearchSettings) => ({
  ...requestOf(namespaceId, settings),
  ...(kind === 'hybrid' ? { hybridConfig: weightsOf(settings) } : { searchType: 'SEMANTIC' }),
});

/** Returns the search as a command of the shell. The key is read from the reader's environment. */
export function curlOf(namespaceId: string, kind: Kind, settings: SearchSettings): string {
  const path = kind === 'hybrid' ? '/v1/search/hybrid' : '/v1/search';
  return [
    `curl ${quoted(`${location.origin}${path}`)}`,
    `  -H "Authorization: Bearer $DOCFLEET_API_KEY"`,
    ...(settings.tenantId ? [`  -H ${quoted(`X-Tenant-Id: ${settings.tenantId}`)}`] : []),
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(bodyOf(namespaceId, kind, settings)))}`,
  ].join(' \\\n');
}

/** Returns the search as a program in TypeScript. */
export function sdkOf(namespaceId: string, kind: Kind, settings: SearchSettings): string {
  const options = settings.tenantId ? `, { tenantId: ${JSON.stringify(settings.tenantId)} }` : '';
  return `import { createDocfleetClient } from '@docfleet/sdk';

const client = createDocfleetClient({
  baseUrl: ${JSON.stringify(location.origin)},
  apiKey: 'your own key',
});
const { results } = await client.search.${kind}(${JSON.stringify(bodyOf(namespaceId, kind, settings), null, 2)}${options});`;
}

/** Formats a JSON value as a Python literal. */
function pythonValue(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value as object);
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}: ${pythonValue(inner)}`).join(', ')}}`;
}

/** Returns the search as a program in Python. Each field of the body is an argument in snake_case. */
export function pythonOf(namespaceId: string, kind: Kind, settings: SearchSettings): string {
  const fields = Object.entries({
    ...bodyOf(namespaceId, kind, settings),
    ...(settings.tenantId && { tenantId: settings.tenantId }),
  });
  const named = fields.map(([name, value]) => {
    const argument = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `    ${argument}=${pythonValue(value)},`;
  });
  return `from docfleet import Docfleet

client = Docfleet(${JSON.stringify(location.origin)}, "your own key")
found = client.search.${kind}(
${named.join('\n')}
)
for result in found.results:
    print(result.score, result.document.name, result.content)`;
}

/** Returns the search as a command of docfleet; undefined if the command cannot express its filters. */
export function commandOf(namespaceId: string, kind: Kind, settings: SearchSettings): string | undefined {
  const conditions = Object.entries(settings.filter ?? {});
  if (conditions.some(([, value]) => typeof value === 'object')) return undefined;
  return [
    `docfleet search --namespace ${quoted(namespaceId)} --top-k ${settings.topK}`,
    `--hybrid ${kind === 'hybrid' ? settings.semanticWeight : 1}`,
    ...(settings.scoreThreshold > 0 ? [`--threshold ${settings.scoreThreshold}`] : []),
    ...conditions.map(([name, value]) => `--filter ${quoted(`${name}=${value}`)}`),
    ...(settings.tenantId ? [`--tenant ${quoted(settings.tenantId)}`] : []),
    `-- ${quoted(settings.query)}`,
  ].join(' ');
}
