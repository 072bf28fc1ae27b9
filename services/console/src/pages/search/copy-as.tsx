import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import type { SearchSettings } from './settings.ts';
import { commandOf, curlOf, sdkOf } from './snippets.ts';
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
    ...(command === undefined ? [] : [{ key: 'cli', label: 'Command line', text: command }]),
  ].map(({ key, label, text }) => ({
    key,
    label,
    content: () => <CodeBlock label={`the search for ${label}`} text={text} />,
  }));
};

/** The same search from elsewhere. */
export function CopyAs(props: CopyAsProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('curl');
  const close = () => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Use this search</Button>
      <Dialog title="Use this search" isOpen={isOpen} onClose={close}>
        <Tabs label="For" tabs={tabsOf(props)} chosen={chosen} onChoose={setChosen} />
        <p className="soft small">
          Put your own key into it, for curl as DOCFLEET_API_KEY: this page does not know it.
        </p>
        <DialogButtons>
          <Button onPress={close}>Close</Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}
