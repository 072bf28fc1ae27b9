const monospaced =
  /courier|consolas|menlo|monaco|inconsolata|cascadia|fixedsys|terminal|typewriter|lucida (?:console|sans typewriter)|source code|\bmono(?:space[d]?)?\b|\bcode\b|^hack$|(?:dejavu|liberation|noto|ubuntu|roboto|jetbrains|ibm plex|pt|droid|fira|sf|andale|nimbus) ?(?:sans )?mono/i;

/** Whether a font's name states that its characters are all of one width. */
export const isMonospacedFont = (name: string | undefined): boolean =>
  name !== undefined && monospaced.test(name);

/** Names of styles for code, in the languages that office programs and their users name them in. */
export const isCodeStyle = (name: string): boolean =>
  /\b(?:code|listing|verbatim|preformatted|quelltext|quellcode)\b|macro text|sourcecode|^HTML Sample$/i.test(
    name,
  );

/** Names of styles for text that is quoted. */
export const isQuoteStyle = (name: string): boolean =>
  /^(?:intense )?quot(?:e|ations?)\b|^block ?(?:text|quote)|^(?:intensives )?zitat\b|^citation\b/i.test(name);
