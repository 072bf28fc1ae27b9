import './shown-name.css';

/**
 * Characters that change the direction of the text after them: a name with one may read as another, `invoice[U+202E]fdp.exe` as
 * `invoiceexe.pdf`.
 */
const turning = /^([^\u202a-\u202e\u2066-\u2069]*)([\u202a-\u202e\u2066-\u2069])(.*)$/su;

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Name from users or vendors. Characters that would change the direction of its text are shown by their code, without effect. */
export function ShownName({ children }: { readonly children: string }) {
  const [, before, character, rest] = turning.exec(children) ?? [];
  if (character === undefined || rest === undefined) return children;
  return (
    <>
      {before}
      <span className="turning" data-code={codeOf(character)}>
        {character}
      </span>
      <ShownName>{rest}</ShownName>
    </>
  );
}
