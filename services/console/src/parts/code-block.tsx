import { CopyButton } from './copy-button.tsx';
import './code-block.css';

/** Text to be read, selected or copied as it is. */
export const CodeBlock = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div className="code">
    <textarea readOnly aria-label={label} value={text} spellCheck={false} />
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
);
