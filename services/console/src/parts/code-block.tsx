import { CopyButton } from './copy-button.tsx';

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
