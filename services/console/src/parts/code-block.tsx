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

/** Secret that is shown only once, with a button that copies it. */
export const Once = ({ label, secret }: { readonly label: string; readonly secret: string }) => (
  <section className="once" aria-label={label}>
    <p>
      <strong>Copy it now.</strong> It is not shown again.
    </p>
    <CodeBlock label={label} text={secret} />
  </section>
);

/** Text in a fixed-width font, with a button that copies it. */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className="code">
    <textarea readOnly aria-label={label} value={text} spellCheck={false} />
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
);

/** Quotes a text for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
