import leven from 'leven';
import type { z } from 'zod';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** A longer value is not repeated in an error message. */
const maxQuotedLength = 40;
/** A name that is further away was not meant. */
const maxTypos = 2;
/** Max values that a message lists; of more, it names only the one that was probably meant. */
const maxShown = 8;
/** Max fields of an object that a message lists; the API reference describes larger objects. */
const maxListed = 16;

const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  record: 'an object',
  tuple: 'an array',
  null: 'null',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'boolean' ? 'a boolean' : (kindNames[typeof value] ?? typeof value);
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A scalar as the caller wrote it; undefined where it would not help to repeat it. */
function quoted(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return typeof value === 'string' && value.length <= maxQuotedLength ? JSON.stringify(value) : undefined;
}

const butIs = (value: unknown) => {
  const shown = quoted(value);
  return shown === undefined ? '' : `, but it is ${shown}`;
};

function limitSentence(bound: 'least' | 'most', issue: RawIssue & { readonly origin: string }): string {
  const { input, origin } = issue;
  const limit = Number('minimum' in issue ? issue.minimum : 'maximum' in issue ? issue.maximum : 0);
  if (typeof input === 'string' || Array.isArray(input)) {
    const noun = typeof input === 'string' ? 'character' : 'item';
    if (bound === 'least' && limit === 1) return 'must not be empty';
    return `must have at ${bound} ${counted(limit, noun)}, but it has ${input.length}`;
  }
  if (origin === 'object' || origin === 'record')
    return `must have at ${bound} ${counted(limit, 'entry').replace('entrys', 'entries')}`;
  const inclusive = !('inclusive' in issue) || issue.inclusive !== false;
  const relation = inclusive ? `at ${bound}` : bound === 'least' ? 'greater than' : 'less than';
  return `must be ${relation} ${limit}${butIs(input)}`;
}

function typeSentence({ expected }: { readonly expected?: unknown }, input: unknown): string {
  if (input === undefined) return 'is required';
  const wanted = kindNames[String(expected)] ?? String(expected);
  // A parameter of a query that was to become a number: what was sent is no longer known.
  if (Number.isNaN(input)) return `must be ${wanted}`;
  const isNearly = typeof input === 'number' && (expected === 'int' || expected === 'number');
  return `must be ${wanted}, but it is ${isNearly ? String(input) : kindOf(input)}`;
}

const formatNames: Readonly<Record<string, string>> = {
  url: 'a URL',
  email: 'an email address',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a date and time in ISO 8601, such as 2026-01-31T12:00:00Z',
  date: 'a date (YYYY-MM-DD)',
};

const listed = (values: readonly unknown[]) =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.map(String).join(', ')}`;

const normalized = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The known name that was probably meant, if there is one. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const same = known.find((name) => normalized(name) === normalized(key));
  if (same !== undefined) return same;
  if (key.length > maxQuotedLength) return undefined;
  const allowed = Math.min(maxTypos, Math.floor(key.length / 3));
  return known
    .map((name) => ({
      name,
      distance: Math.min(leven(name, key), leven(normalized(name), normalized(key))),
    }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)[0]?.name;
}

/** Names the value that was probably meant, else all that there are. */
function valueSentence(values: readonly unknown[], input: unknown): string {
  const meant = typeof input === 'string' ? nearest(input, values.map(String)) : undefined;
  if (meant === undefined || values.length <= maxShown) return `${listed(values)}${butIs(input)}`;
  return `is not one of its ${values.length} values${butIs(input)}; did you mean ${meant}?`;
}

/** Names that the object schema which raised an issue knows. */
function knownNames({ inst }: RawIssue): string[] {
  const definition: object | undefined = inst?._zod.def;
  const shape = definition && 'shape' in definition ? definition.shape : undefined;
  return shape && typeof shape === 'object' ? Object.keys(shape) : [];
}

/** Schemas of objects are searched no deeper, as some contain themselves. */
const maxDepth = 4;

/** Path of the only field of this name below a schema, as `config.text`; undefined where there is none, or several. */
function pathBelow(schema: z.core.$ZodType, key: string, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  const definition = schema._zod.def as {
    readonly innerType?: z.core.$ZodType;
    readonly in?: z.core.$ZodType;
  };
  const inner = definition.innerType ?? definition.in;
  if (inner) return pathBelow(inner, key, depth);
  const shape = 'shape' in definition ? (definition.shape as Readonly<Record<string, z.core.$ZodType>>) : {};
  if (depth > 0 && Object.hasOwn(shape, key)) return key;
  const found = Object.entries(shape).flatMap(([name, field]) => {
    const path = pathBelow(field, key, depth + 1);
    return path === undefined ? [] : [`${name}.${path}`];
  });
  return found.length === 1 ? found[0] : undefined;
}

const pathBelowIssue = ({ inst }: RawIssue, key: string) =>
  inst && '~standard' in inst ? pathBelow(inst, key) : undefined;

const separator = '\n';

/** More are not named: a hostile body has a hundred thousand. */
const maxNamed = 20;

/** A line for each of the first unknown names, in the order of the issue's keys. */
function unknownNames(issue: RawIssue & { readonly keys: readonly string[] }): string {
  const known = knownNames(issue);
  const fields = known.length > 0 && known.length <= maxListed ? ` (known: ${known.join(', ')})` : '';
  const sentence = (key: string) => {
    const meant = pathBelowIssue(issue, key) ?? nearest(key, known);
    return `is not a known field${meant === undefined ? fields : `; did you mean ${meant}?`}`;
  };
  return issue.keys.slice(0, maxNamed).map(sentence).join(separator);
}

/** The sentences of an issue of unknown names, one for each of its first keys. */
const sentencesOfKeys = (message: string): string[] => message.split(separator);

/** Describes the first issue of the union's form whose type the value has; undefined when none has that type. */
function sentenceOfForm(forms: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const judged = forms.find(([first]) => first?.path.length === 0 && first.code !== 'invalid_type');
  return judged?.[0]?.message;
}

/**
 * Describes an issue of a field in plain English, with its limit and the value received; the field's name goes before the sentence.
 * A schema's own `error` takes precedence.
 */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue, input);
    case 'too_small':
      return limitSentence('least', issue);
    case 'too_big':
      return limitSentence('most', issue);
    case 'invalid_value':
      return input === undefined ? 'is required' : valueSentence(issue.values, input);
    case 'invalid_union':
      if (input === undefined) return 'is required';
      if ('options' in issue && Array.isArray(issue.options)) return listed(issue.options);
      return sentenceOfForm(issue.errors) ?? 'has a form that is not accepted';
    case 'unrecognized_keys':
      return unknownNames(issue);
    case 'invalid_format':
      // The value may be a key in the wrong place: it is not repeated.
      return `must be ${formatNames[issue.format] ?? 'of the expected format'}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}${butIs(input)}`;
    default:
      return undefined;
  }
};

export interface Issue {
  /** The field as the caller wrote it: `ingestConfig.config.text`; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** More are not helpful, and a hostile body could have a million. */
const maxIssues = 20;

/** An empty name is quoted: without one it could not be seen which field is meant. */
const joined = (path: readonly PropertyKey[]) => path.map((step) => String(step) || '""').join('.');

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'invalid_key')
    return [{ path: joined(issue.path), message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== 'unrecognized_keys') return [{ path: joined(issue.path), message: issue.message }];
  const messages = sentencesOfKeys(issue.message);
  return issue.keys.slice(0, maxIssues).map((key, at) => ({
    path: joined([...issue.path, key]),
    message: messages[at] ?? 'is not a known field',
  }));
}

type Read<Value> = { readonly data: Value } | { readonly issues: readonly Issue[] };

/** Parses a caller's input; returns the issues of each field if it does not fit the schema. */
export function readWith<Schema extends z.ZodType>(schema: Schema, value: unknown): Read<z.output<Schema>> {
  const result = schema.safeParse(value, { error: describeIssue });
  if (result.success) return { data: result.data };
  return { issues: result.error.issues.slice(0, maxIssues).flatMap(toIssues).slice(0, maxIssues) };
}
