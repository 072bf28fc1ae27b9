/** Names of glyphs as fonts use them, after Adobe's glyph list; those that can be composed or computed are. */
const listed = `
space 20 exclam 21 quotedbl 22 numbersign 23 dollar 24 percent 25 ampersand 26 quotesingle 27 parenleft 28 parenright 29 asterisk 2a
plus 2b comma 2c hyphen 2d period 2e slash 2f zero 30 one 31 two 32 three 33 four 34 five 35 six 36 seven 37 eight 38 nine 39 colon 3a
semicolon 3b less 3c equal 3d greater 3e question 3f at 40 bracketleft 5b backslash 5c bracketright 5d asciicircum 5e underscore 5f
grave 60 braceleft 7b bar 7c braceright 7d asciitilde 7e nbspace a0 nonbreakingspace a0 exclamdown a1 cent a2 sterling a3 currency a4
yen a5 brokenbar a6 section a7 dieresis a8 copyright a9 ordfeminine aa guillemotleft ab logicalnot ac sfthyphen ad softhyphen ad
registered ae macron af overscore af degree b0 plusminus b1 twosuperior b2 threesuperior b3 acute b4 mu b5 micro b5 paragraph b6
periodcentered b7 middot b7 cedilla b8 onesuperior b9 ordmasculine ba guillemotright bb onequarter bc onehalf bd threequarters be
questiondown bf AE c6 Eth d0 multiply d7 Oslash d8 Thorn de germandbls df ae e6 eth f0 divide f7 oslash f8 thorn fe dcroat 111
Dcroat 110 hbar 127 Hbar 126 dotlessi 131 kgreenlandic 138 Lslash 141 lslash 142 Eng 14a eng 14b OE 152 oe 153 Tbar 166 tbar 167
florin 192 dotlessj 237 circumflex 2c6 caron 2c7 breve 2d8 dotaccent 2d9 ring 2da ogonek 2db tilde 2dc hungarumlaut 2dd
Alpha 391 Beta 392 Gamma 393 Delta 394 Epsilon 395 Zeta 396 Eta 397 Theta 398 Iota 399 Kappa 39a Lambda 39b Mu 39c Nu 39d Xi 39e
Omicron 39f Pi 3a0 Rho 3a1 Sigma 3a3 Tau 3a4 Upsilon 3a5 Phi 3a6 Chi 3a7 Psi 3a8 Omega 3a9 alpha 3b1 beta 3b2 gamma 3b3 delta 3b4
epsilon 3b5 zeta 3b6 eta 3b7 theta 3b8 iota 3b9 kappa 3ba lambda 3bb nu 3bd xi 3be omicron 3bf pi 3c0 rho 3c1 sigma1 3c2 sigma 3c3
tau 3c4 upsilon 3c5 phi 3c6 chi 3c7 psi 3c8 omega 3c9 theta1 3d1 phi1 3d5 omega1 3d6 Upsilon1 3d2
figuredash 2012 endash 2013 emdash 2014 afii00208 2015 underscoredbl 2017 quoteleft 2018 quoteright 2019 quotesinglbase 201a
quotereversed 201b quotedblleft 201c quotedblright 201d quotedblbase 201e dagger 2020 daggerdbl 2021 bullet 2022 ellipsis 2026
perthousand 2030 minute 2032 second 2033 guilsinglleft 2039 guilsinglright 203a fraction 2044 zerosuperior 2070 foursuperior 2074
fivesuperior 2075 sixsuperior 2076 sevensuperior 2077 eightsuperior 2078 ninesuperior 2079 nsuperior 207f lira 20a4 Euro 20ac
afii61289 2113 numero 2116 afii61352 2116 weierstrass 2118 Rfraktur 211c prescription 211e trademark 2122 aleph 2135 Ifraktur 2111
onethird 2153 twothirds 2154 oneeighth 215b threeeighths 215c fiveeighths 215d seveneighths 215e arrowleft 2190 arrowup 2191
arrowright 2192 arrowdown 2193 arrowboth 2194 arrowupdn 2195 carriagereturn 21b5 arrowdblleft 21d0 arrowdblup 21d1 arrowdblright 21d2
arrowdbldown 21d3 arrowdblboth 21d4 universal 2200 partialdiff 2202 existential 2203 emptyset 2205 increment 2206 gradient 2207
element 2208 notelement 2209 suchthat 220b product 220f summation 2211 minus 2212 asteriskmath 2217 radical 221a proportional 221d
infinity 221e orthogonal 221f angle 2220 logicaland 2227 logicalor 2228 intersection 2229 union 222a integral 222b therefore 2234
similar 223c congruent 2245 approxequal 2248 notequal 2260 equivalence 2261 lessequal 2264 greaterequal 2265 propersubset 2282
propersuperset 2283 notsubset 2284 reflexsubset 2286 reflexsuperset 2287 circleplus 2295 circlemultiply 2297 perpendicular 22a5
dotmath 22c5 angleleft 2329 angleright 232a lozenge 25ca filledbox 25a0 H18543 25aa triagup 25b2 triagrt 25ba triagdn 25bc
circle 25cb H18533 25cf openbullet 25e6 spade 2660 club 2663 heart 2665 diamond 2666 a20 2714 checkmark 2713
ff fb00 fi fb01 fl fb02 ffi fb03 ffl fb04 longs 17f st fb06 commaaccent f6c3 apostrophe 27 Idot 130 Idotaccent 130
afii10023 401 afii10071 451 afii10050 490 afii10098 491 visiblespace 2423 nbhyphen 2011 hyphentwo 2010 copyrightsans a9
registersans ae trademarksans 2122 copyrightserif a9 registerserif ae trademarkserif 2122`;

const known = new Map<string, string>();
{
  const words = listed.trim().split(/\s+/);
  for (let index = 0; index < words.length; index += 2)
    known.set(words[index] as string, String.fromCodePoint(Number.parseInt(words[index + 1] as string, 16)));
  // Cyrillic capitals lie one after the other, but for Ё, and so do the small ones.
  for (let index = 0; index < 32; index++) {
    known.set(`afii100${17 + index + (index > 5 ? 1 : 0)}`, String.fromCodePoint(0x410 + index));
    known.set(`afii100${65 + index + (index > 5 ? 1 : 0)}`, String.fromCodePoint(0x430 + index));
  }
}

const combining: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
  tonos: '\u0301',
  dot: '\u0307',
};
const composed = new RegExp(
  `^([A-Za-z]|Alpha|Epsilon|Eta|Iota|Omicron|Upsilon|Omega|alpha|epsilon|eta|iota|omicron|upsilon|omega)(${Object.keys(combining).join('|')})$`,
);

function compose(name: string): string | undefined {
  const [, base, accent] = composed.exec(name) ?? [];
  if (!base || !accent) return undefined;
  const letter = base.length === 1 ? base : known.get(base);
  return letter && (letter + combining[accent]).normalize('NFC');
}

function fromHex(hex: string): string | undefined {
  const code = Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** `uni20AC`, `u1F600`, and the surrogates that some writers give. */
function compute(name: string): string | undefined {
  const units = /^uni((?:[\dA-Fa-f]{4})+)$/.exec(name)?.[1];
  if (units) {
    const text = String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((hex) => Number.parseInt(hex, 16)));
    return text.isWellFormed() ? text : undefined;
  }
  const scalar = /^u([\dA-Fa-f]{4,6})$/.exec(name)?.[1];
  return scalar ? fromHex(scalar) : undefined;
}

function lookUp(name: string): string | undefined {
  if (/^[A-Za-z]$/.test(name)) return name;
  return known.get(name) ?? compute(name) ?? compose(name);
}

/** What a glyph's name stands for in Unicode; undefined for names that say nothing, like `g42`. */
export function glyphToText(name: string): string | undefined {
  // What is after a dot tells only the form of the glyph: `a.sc`.
  const base = name.split('.')[0] ?? '';
  const parts = base.split('_').map(lookUp);
  return base !== '' && parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}
