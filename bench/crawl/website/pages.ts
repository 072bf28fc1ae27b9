/** Pages that each page leads to that has not been named before: 2,000 pages lie within three links of the start. */
const branching = 20;

const words =
  'lamp light evening reading floor ceiling glass paper wood brass shade switch cable socket warm bright room table chair window'.split(
    ' ',
  );

function paragraph(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return words[state % words.length];
  };
  return Array.from({ length: 90 }, next).join(' ');
}

/** A page of about 19 kB as a shop's blog has them: navigation, an article with headings and a list, a footer. */
export function pageOf(number: number, count: number): string {
  const children = Array.from({ length: branching }, (_, index) => branching * number + index + 1);
  const links = children
    .filter((child) => child < count)
    .map((child) => `<li><a href="/page/${child}">Page ${child}</a></li>`);
  const back = Array.from(
    { length: 40 },
    (_, index) => `<li><a href="/page/${(number * 7 + index * 13) % count}">See also</a></li>`,
  );
  const sections = Array.from(
    { length: 20 },
    (_, index) =>
      `<h2>Section ${index}</h2><p>${paragraph(number * 20 + index)}</p><ul><li>${index}</li><li>${number}</li></ul>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number}</title></head><body>
<nav><ul>${links.join('')}</ul></nav><main><article><h1>Page ${number}</h1>${sections.join('\n')}</article></main>
<aside><ul>${back.join('')}</ul></aside><footer>Imprint, privacy, cookies</footer></body></html>`;
}
