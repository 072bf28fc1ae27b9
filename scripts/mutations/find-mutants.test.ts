import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { expect, test } from '@jest/globals';
import { findMutants, kindsOf } from './find-mutants.ts';

/** Each mistake of a source, as `verb: what the source then is`. */
const mistakesOf = (text: string, kinds: string) =>
  findMutants('source.ts', text, kindsOf(kinds)).map(({ start, end, replacement, description }) => {
    const verb = description.replace(/^line \d+: /, '');
    return `${verb} → ${text.slice(0, start)}${replacement}${text.slice(end)}`;
  });

test.each([
  ['steps', 'send(1);', ['do without send(1); → ;']],
  [
    'steps',
    'for (const one of all) { break; }',
    [
      'do without for (const one of all) { break; } → ;',
      'once alone { break; } → for (const one of all) { break; break; }',
      'continue instead of break; → for (const one of all) { continue; }',
    ],
  ],
  [
    'steps',
    'const f = async () => await g();',
    ['return nothing for await g() in async () => await g() → const f = async () => undefined;'],
  ],
  ['steps', 'function f() { return false; }', []],
  [
    'steps',
    'try { await f(); } catch { g(); }',
    [
      'catch silently { g(); } in try { await f(); } catch { g(); } → try { await f(); } catch {}',
      'do without await f(); → try { ; } catch { g(); }',
      'do not await await f() → try { (f()); } catch { g(); }',
      'do without g(); → try { await f(); } catch { ; }',
    ],
  ],
  [
    'steps',
    'async function f() { return (await g()) ?? (a ? await h() : await i()); }',
    [
      'return nothing for (await g()) ?? (a ? await h() : await i()) in return (await g()) ?? (a ? await h() : await i()); → async function f() { return undefined; }',
      'do not await await g() → async function f() { return ((g())) ?? (a ? await h() : await i()); }',
    ],
  ],
  [
    'terms',
    'f({ ...(a.b !== undefined && { b: a.b }) })',
    ['only the first of a.b !== undefined && { b: a.b } → f({ ...((a.b !== undefined)) })'],
  ],
  [
    'terms',
    'f({ ...(a && { b }) })',
    ['only the first of a && { b } → f({ ...((a)) })', 'only the last of a && { b } → f({ ...(({ b })) })'],
  ],
  [
    'terms',
    'if (a && !b) c();',
    [
      'always a && !b in if (a && !b) c(); → if (true) c();',
      'never a && !b in if (a && !b) c(); → if (false) c();',
      'only the first of a && !b → if ((a)) c();',
      'only the last of a && !b → if ((!b)) c();',
      'no ! in !b → if (a && (b)) c();',
    ],
  ],
  ['terms', 'a?.b', ['no ?. in a?.b → a.b']],
  ['terms', '/^a/g', ['no ^ in /^a/g → /a/g', 'no g in /^a/g → /^a/']],
  ['calls', 'f(a, b)', ['leave out , b in f(a, b) → f(a)', 'swap a, b in f(a, b) → f(b, a)']],
  ['steps', 'function f() { return false; }', []],
  ['calls', 'f(a, undefined)', ['swap a, undefined in f(a, undefined) → f(undefined, a)']],
  ['calls', "text.regex(form, 'may use * alone')", []],
  [
    'terms',
    '!(a instanceof B) || c',
    [
      'only the first of !(a instanceof B) || c → (!(a instanceof B))',
      'no ! in !(a instanceof B) → (a instanceof B) || c',
    ],
  ],
  ['calls', 'Object.keys(all).length', []],
  ['calls', 'Math.trunc(Number(text))', []],
  ['calls', 'Number(status) >= 500', []],
  ['calls', 'Number(one) === 5', ['no Number of Number(one) → (one) === 5']],
  [
    'steps',
    'function f() { try { g(); } catch { return undefined; } }',
    ['do without g(); → function f() { try { ; } catch { return undefined; } }'],
  ],
  [
    'steps',
    'function f() { try { g(); } catch { return; } h(); }',
    [
      'catch silently { return; } in try { g(); } catch { return; } → function f() { try { g(); } catch {} h(); }',
      'do without g(); → function f() { try { ; } catch { return; } h(); }',
      'do without h(); → function f() { try { g(); } catch { return; } ; }',
    ],
  ],
  ['fields', "const [first = ''] = all;", []],
  ['calls', 'all.some(f)', ['every instead of some in all.some(f) → all.every(f)']],
  [
    'fields',
    'a.one + a.other',
    ['other for one in a.one → a.other + a.other', 'one for other in a.other → a.one + a.one'],
  ],
])('mistakes of the kind %s in "%s" are those that a person may make', (kinds, text, mistakes) => {
  expect(mistakesOf(text, kinds)).toEqual(mistakes);
});

const placeholder = ['$', '{id}'].join('');

test('mistakes in a statement leave one that a database accepts', () => {
  const text = `query.$queryRaw\`SELECT id FROM a WHERE x IS NULL AND id = ${placeholder}\``;
  const written = mistakesOf(text, 'statements').map((one) => one.replace(/^.* → /, ''));
  expect(written.map((one) => /WHERE (.*)`/.exec(one)?.[1])).toEqual([
    `x IS NULL OR id = ${placeholder}`,
    `x IS NOT NULL AND id = ${placeholder}`,
    'x IS NULL',
  ]);
  expect(mistakesOf(text, 'values')).toEqual([]);
});

test('a mistake in any source is a program', () => {
  const file = join(import.meta.dirname, 'check-mutants.ts');
  const text = readFileSync(file, 'utf8');
  const mutants = findMutants(file, text);
  expect(mutants.length).toBeGreaterThan(200);
  for (const { start, end, replacement } of mutants)
    parse(text.slice(0, start) + replacement + text.slice(end), {
      sourceType: 'module',
      plugins: ['typescript'],
    });
});

test('a kind that there is not is named', () => {
  expect(() => kindsOf('steps,guesses')).toThrow('KINDS: guesses is none of values, steps');
});
