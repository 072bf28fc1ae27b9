import { glyphToText } from './glyph-names.ts';

/** What each of 256 codes stands for; undefined where it stands for nothing. */
export type Encoding = readonly (string | undefined)[];

function fromLabel(label: string): Encoding {
  const decoder = new TextDecoder(label);
  return Array.from({ length: 256 }, (_, code) =>
    code < 0x20 ? undefined : decoder.decode(Uint8Array.of(code)),
  );
}

const winAnsi = fromLabel('windows-1252').map((text, code) => (code === 0xad ? '-' : text));
const macRoman = fromLabel('macintosh').map((text, code) => (code === 0xca ? ' ' : text));

/** Where the standard encoding is not ASCII (ISO 32000-1, annex D). */
const standardNames = `a1 exclamdown a2 cent a3 sterling a4 fraction a5 yen a6 florin a7 section a8 currency a9 quotesingle aa quotedblleft
ab guillemotleft ac guilsinglleft ad guilsinglright ae fi af fl b1 endash b2 dagger b3 daggerdbl b4 periodcentered b6 paragraph b7 bullet
b8 quotesinglbase b9 quotedblbase ba quotedblright bb guillemotright bc ellipsis bd perthousand bf questiondown c1 grave c2 acute
c3 circumflex c4 tilde c5 macron c6 breve c7 dotaccent c8 dieresis ca ring cb cedilla cd hungarumlaut ce ogonek cf caron d0 emdash
e1 AE e3 ordfeminine e8 Lslash e9 Oslash ea OE eb ordmasculine f1 ae f5 dotlessi f8 lslash f9 oslash fa oe fb germandbls 27 quoteright
60 quoteleft`;

const symbolNames = `22 universal 24 existential 27 suchthat 2a asteriskmath 2d minus 40 congruent 41 Alpha 42 Beta 43 Chi 44 Delta 45 Epsilon 46 Phi
47 Gamma 48 Eta 49 Iota 4a theta1 4b Kappa 4c Lambda 4d Mu 4e Nu 4f Omicron 50 Pi 51 Theta 52 Rho 53 Sigma 54 Tau 55 Upsilon 56 sigma1
57 Omega 58 Xi 59 Psi 5a Zeta 5c therefore 5e perpendicular 61 alpha 62 beta 63 chi 64 delta 65 epsilon 66 phi 67 gamma 68 eta 69 iota
6a phi1 6b kappa 6c lambda 6d mu 6e nu 6f omicron 70 pi 71 theta 72 rho 73 sigma 74 tau 75 upsilon 76 omega1 77 omega 78 xi 79 psi 7a zeta
7e similar a0 Euro a1 Upsilon1 a2 minute a3 lessequal a4 fraction a5 infinity a6 florin a7 club a8 diamond a9 heart aa spade ab arrowboth
ac arrowleft ad arrowup ae arrowright af arrowdown b0 degree b1 plusminus b2 second b3 greaterequal b4 multiply b5 proportional
b6 partialdiff b7 bullet b8 divide b9 notequal ba equivalence bb approxequal bc ellipsis bf carriagereturn c0 aleph c1 Ifraktur c2 Rfraktur
c3 weierstrass c4 circlemultiply c5 circleplus c6 emptyset c7 intersection c8 union c9 propersuperset ca reflexsuperset cb notsubset
cc propersubset cd reflexsubset ce element cf notelement d0 angle d1 gradient d2 registerserif d3 copyrightserif d4 trademarkserif
d5 product d6 radical d7 dotmath d8 logicalnot d9 logicaland da logicalor db arrowdblboth dc arrowdblleft dd arrowdblup de arrowdblright
df arrowdbldown e0 lozenge e1 angleleft f1 angleright e5 summation f2 integral`;

function withNames(base: Encoding, names: string): Encoding {
  const encoding = [...base];
  const words = names.trim().split(/\s+/);
  for (let index = 0; index < words.length; index += 2)
    encoding[Number.parseInt(words[index] as string, 16)] = glyphToText(words[index + 1] as string);
  return encoding;
}

const ascii: Encoding = Array.from({ length: 256 }, (_, code) =>
  code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined,
);

/** The symbols of ZapfDingbats lie in Unicode in the order of their codes, but for a few. */
const dingbats: Encoding = Array.from({ length: 256 }, (_, code) => {
  if (code === 0x20) return ' ';
  if (code === 0x6c) return '●';
  if (code === 0x6e) return '■';
  if (code >= 0x21 && code <= 0x7e) return String.fromCodePoint(0x2700 + code - 0x20);
  if (code >= 0xa1 && code <= 0xfe) return String.fromCodePoint(0x2760 + code - 0xa0);
  return undefined;
});

const standard = withNames(ascii, standardNames);
const named: Readonly<Record<string, Encoding>> = {
  WinAnsiEncoding: winAnsi,
  MacRomanEncoding: macRoman,
  StandardEncoding: standard,
};

/** An encoding by its name in a PDF; undefined for names that are none. */
export const namedEncoding = (name: string): Encoding | undefined => named[name];

/** What a font means by its codes that says nothing of it. */
export function builtInEncoding(fontName: string): Encoding {
  if (/^Symbol/.test(fontName)) return withNames(ascii, symbolNames);
  if (/Dingbats/i.test(fontName)) return dingbats;
  return standard;
}
