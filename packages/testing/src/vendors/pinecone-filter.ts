import { PineconeRefusal } from './pinecone-refusal.ts';

type Scalar = string | number | boolean;
export type Metadata = Readonly<Record<string, Scalar | readonly string[]>>;

const refuse = (message: string): never => {
  throw new PineconeRefusal(400, 3, message);
};

const holds = (stored: Metadata[string], wanted: Scalar): boolean =>
  Array.isArray(stored) ? stored.includes(wanted as string) : stored === wanted;

const compare = (stored: unknown, wanted: unknown, test: (a: number, b: number) => boolean): boolean => {
  if (typeof wanted !== 'number') refuse('the range operators must be followed by a number');
  return typeof stored === 'number' && test(stored, wanted as number);
};

const list = (operator: string, wanted: unknown): Scalar[] => {
  if (!Array.isArray(wanted))
    refuse(`the ${operator} operator must be followed by a list of strings or numbers`);
  return wanted as Scalar[];
};

/** Operators of filters, in the strict reading of the documentation: a negation does not match where the field is absent. */
const operators: Record<string, (stored: Metadata[string] | undefined, wanted: unknown) => boolean> = {
  $eq: (stored, wanted) => stored !== undefined && holds(stored, wanted as Scalar),
  $ne: (stored, wanted) => stored !== undefined && !holds(stored, wanted as Scalar),
  $in: (stored, wanted) => stored !== undefined && list('$in', wanted).some((one) => holds(stored, one)),
  $nin: (stored, wanted) => stored !== undefined && !list('$nin', wanted).some((one) => holds(stored, one)),
  $gt: (stored, wanted) => compare(stored, wanted, (a, b) => a > b),
  $gte: (stored, wanted) => compare(stored, wanted, (a, b) => a >= b),
  $lt: (stored, wanted) => compare(stored, wanted, (a, b) => a < b),
  $lte: (stored, wanted) => compare(stored, wanted, (a, b) => a <= b),
  $exists: (stored, wanted) => (stored !== undefined) === wanted,
};

function matchesField(stored: Metadata[string] | undefined, condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null)
    return operators['$eq']?.(stored, condition) ?? false;
  return Object.entries(condition).every(([operator, wanted]) => {
    const test = operators[operator] ?? refuse(`Operator "${operator}" is not supported`);
    return test(stored, wanted);
  });
}

/** Whether metadata passes a filter of Pinecone's language; refuses what the language does not have. */
export function matchesFilter(metadata: Metadata, filter: object): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    if (name === '$and') return (condition as object[]).every((part) => matchesFilter(metadata, part));
    if (name === '$or') return (condition as object[]).some((part) => matchesFilter(metadata, part));
    if (name.startsWith('$')) return refuse(`Operator "${name}" is not supported`);
    return matchesField(metadata[name], condition);
  });
}
