import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock, quoted } from '../../parts/code-block.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { defaultSettings, type Kind, requestOf, type SearchSettings, weightsOf } from './settings.ts';

const bodyOf = (namespaceId: string, kind: Kind, settings: SearchSettings) => ({
  ...requestOf(namespaceId, settings),
  ...(kind === 'hybrid' ? { hybridConfig: weightsOf(settings) } : { searchType: 'SEMANTIC' }),
});

/** Returns the search as a command of the shell. The key is read from the reader's environment. */
function curlOf(namespaceId: string, kind: Kind, settings: SearchSettings): string {
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
function sdkOf(namespaceId: string, kind: Kind, settings: SearchSettings): string {
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
function pythonOf(namespaceId: string, kind: Kind, settings: SearchSettings): string {
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

/** Returns whether the command line reads `name=value` as this condition: it takes texts that look like numbers or booleans for these. */
function isReadable([name, value]: readonly [string, unknown]): boolean {
  if (name === '' || name.includes('=')) return false;
  if (typeof value !== 'string') return typeof value !== 'object';
  return value !== 'true' && value !== 'false' && String(Number(value)) !== value;
}

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the search as a command of docfleet; undefined if the command cannot express its filters. */
function commandOf(namespaceId: string, kind: Kind, settings: SearchSettings): string | undefined {
  const conditions = Object.entries(settings.filter ?? {});
  if (!conditions.every(isReadable)) return undefined;
  return [
    `docfleet search --namespace ${quoted(namespaceId)} --top-k ${settings.topK}`,
    `--hybrid ${kind === 'hybrid' ? settings.semanticWeight : 1}`,
    ...(settings.scoreThreshold > 0 ? [`--threshold ${settings.scoreThreshold}`] : []),
    ...conditions.map(([name, value]) => `--filter ${quoted(`${name}=${value}`)}`),
    ...Object.entries(settings.source ?? {}).map(([name, value]) => `--${kebabCase(name)} ${quoted(value)}`),
    ...(settings.tenantId ? [`--tenant ${quoted(settings.tenantId)}`] : []),
    `-- ${quoted(settings.query)}`,
  ].join(' ');
}

interface CopyAsProps {
  readonly namespaceId: string;
  readonly kind: Kind;
  readonly settings: SearchSettings;
}

const tabsOf = ({ namespaceId, kind, settings }: CopyAsProps) => {
  const command = commandOf(namespaceId, kind, settings);
  return [
    { key: 'curl', label: 'curl', text: curlOf(namespaceId, kind, settings) },
    { key: 'sdk', label: 'TypeScript', text: sdkOf(namespaceId, kind, settings) },
    { key: 'python', label: 'Python', text: pythonOf(namespaceId, kind, settings) },
    ...(command === undefined ? [] : [{ key: 'cli', label: 'Command line', text: command }]),
  ].map(({ key, label, text }) => ({
    key,
    label,
    content: () => <CodeBlock label={`the search for ${label}`} text={text} />,
  }));
};

interface SearchSnippetsProps {
  readonly namespaceId: string;
  readonly query: string;
}

/** Tabs with a search as requests of other programs. */
export function SearchSnippets({ namespaceId, query }: SearchSnippetsProps) {
  const settings = { ...defaultSettings, query };
  const [chosen, setChosen] = useState('curl');
  const tabs = tabsOf({ namespaceId, kind: 'hybrid', settings });
  return <Tabs label="Program" tabs={tabs} chosen={chosen} onChoose={setChosen} />;
}

/** Button that shows the current search as requests of other programs. */
export function CopyAs(props: CopyAsProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('curl');
  const close = () => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Use in your program</Button>
      <Dialog title="Use this search in your program" isOpen={isOpen} onClose={close}>
        <Tabs label="Program" tabs={tabsOf(props)} chosen={chosen} onChoose={setChosen} />
        <p className="soft small">
          Insert your own API key; for curl, set DOCFLEET_API_KEY. The console does not know the key.
        </p>
        <DialogButtons>
          <Button onPress={close}>Close</Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}
