import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { defaultSettings, type SearchSettings } from './settings.ts';
import { commandOf, curlOf, pythonOf, sdkOf } from './snippets.ts';
import type { Kind } from './use-search.ts';

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
