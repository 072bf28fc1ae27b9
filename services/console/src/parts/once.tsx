import { CodeBlock } from './code-block.tsx';
import './once.css';

/** A secret that is shown this once. */
export const Once = ({ label, secret }: { readonly label: string; readonly secret: string }) => (
  <section className="once" aria-label={label}>
    <p>
      <strong>Copy it now.</strong> It is not shown again.
    </p>
    <CodeBlock label={label} text={secret} />
  </section>
);
