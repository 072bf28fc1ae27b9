import { useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { showToast } from './toasts.tsx';

const thanksMs = 1_500;

/** Button that copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), thanksMs);
    } catch {
      // Browsers keep the clipboard from pages that were not fetched over https.
      showToast({
        tone: 'bad',
        text: 'The browser does not allow this page to copy. Select the text instead.',
      });
    }
  }
  return (
    <Button look="quiet" isIcon aria-label={isCopied ? 'Copied' : label} onPress={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </Button>
  );
}
