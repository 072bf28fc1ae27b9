import { CopyButton } from './copy-button.tsx';

/** A secret that is shown this once. */
export const Once = ({ label, secret }: { readonly label: string; readonly secret: string }) => (
  <section className="once" aria-label={label}>
    <p>
      <strong>Copy it now.</strong> It is not shown again.
    </p>
    <CodeBlock label={label} text={secret} />
  </section>
);

/** Text to be read, selected or copied as it is. */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className="code">
    <textarea readOnly aria-label={label} value={text} spellCheck={false} />
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
);
