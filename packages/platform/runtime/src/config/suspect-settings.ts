import leven from 'leven';
import { bareValue } from './read-config.ts';
import { settingNames } from './setting-names.ts';

/** A name that is further away was not meant. */
const maxTypos = 2;
/** Shorter names are those of other programs. */
const minLength = 8;

function describeMisspelled(name: string): string[] {
  if (name.length < minLength || !name.includes('_')) return [];
  const meant = settingNames.find(
    (setting) => leven(name, setting, { maxDistance: maxTypos + 1 }) <= maxTypos,
  );
  return meant === undefined ? [] : [`There is no setting ${name}: did you mean ${meant}?`];
}

/** An empty value is how compose files leave a setting unset; blanks and quotes alone were meant to be something. */
const describeBlank = (name: string, value: string): string[] =>
  value !== '' && bareValue(value) === ''
    ? [`The setting ${name} is blank, and counts as unset: set a value, or remove it`]
    : [];

/**
 * Returns a sentence for each variable of the environment that is no setting and differs from one by a typo or two, and for each setting
 * that is blank. All services share the names, as one file of settings is often given to all of them.
 */
export function findSuspectSettings(environment: NodeJS.ProcessEnv = process.env): string[] {
  const known = new Set<string>(settingNames);
  return Object.entries(environment).flatMap(([name, value = '']) =>
    known.has(name) ? describeBlank(name, value) : describeMisspelled(name),
  );
}
