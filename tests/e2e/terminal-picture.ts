/** One command of a terminal session, and all that the terminal was sent. */
export interface TypedCommand {
  readonly line: string;
  readonly output: string;
}

const characterWidth = 8.4;
const lineHeight = 19;
const margin = 18;
const colors: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#f2cc60',
  '36': '#79c0ff',
};

/** A picture of a session as SVG, `columns` characters wide. Of a line that was written over, the last state before its end is kept. */
export function drawTerminal(commands: readonly TypedCommand[], columns: number): string {
  const lines = commands.flatMap(({ line, output }, index) => [
    ...(index > 0 ? [''] : []),
    `\u001b[36m$\u001b[39m \u001b[1m${line}\u001b[22m`,
    ...output.replaceAll('\r\n', '\n').trimEnd().split('\n').flatMap(lastStates),
  ]);
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  const texts = lines.map(
    (line, row) => `<text x="${margin}" y="${margin + 14 + row * lineHeight}">${spans(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>A session of docfleet on a terminal</title>
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${texts.join('\n')}
</g>
</svg>
`;
}

/** A progress bar as it stood before it was taken away, and what took its place. */
function lastStates(line: string): string[] {
  const states = line.split('\r\u001b[2K').filter((state) => state !== '');
  return states.length === 0 ? [''] : states.slice(-2);
}

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // Browsers draw several blanks as one.
    .replaceAll(' ', '\u00a0');

/** Text with its colors; the width is fixed, so that columns stand below each other in any font. */
function spans(line: string): string {
  let styles = new Map<string, string>();
  let column = 0;
  return line
    .split('\u001b[')
    .map((piece, index) => {
      const [, codes, text] =
        index === 0 ? ['', '', piece] : (/^([\d;]*)m(.*)$/s.exec(piece) ?? ['', '', '']);
      styles = codes ? applied(styles, codes) : styles;
      const attributes = [...styles.values()].join(' ');
      const x = margin + column * characterWidth;
      column += text?.length ?? 0;
      return text
        ? `<tspan x="${x.toFixed(1)}" textLength="${(text.length * characterWidth).toFixed(1)}" ${attributes}>${escapeXml(text)}</tspan>`
        : '';
    })
    .join('');
}

function applied(before: ReadonlyMap<string, string>, codes: string): Map<string, string> {
  const styles = new Map(before);
  for (const code of codes.split(';')) {
    if (code === '0') styles.clear();
    else if (code === '1') styles.set('weight', 'font-weight="bold"');
    else if (code === '2') styles.set('dim', 'fill-opacity="0.6"');
    else if (code === '22') for (const key of ['weight', 'dim']) styles.delete(key);
    else if (code === '39') styles.delete('color');
    else if (colors[code]) styles.set('color', `fill="${colors[code]}"`);
  }
  return styles;
}
