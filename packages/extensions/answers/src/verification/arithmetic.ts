import type { Quantity, Unit } from './units.ts';

/** Whether two values are equal up to rounding: months and years are fractions of days. */
const isClose = (a: number, b: number, share = 1e-9) =>
  Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));
const currencies = new Set(['money', 'dollar', 'pound', 'franc']);
/** Cents may belong to any currency. */
const inCents = ({ values, unit }: Quantity): Quantity =>
  unit?.dimension === 'cent'
    ? { kind: 'number', start: 0, end: 0, values: values.map((one) => one / 100) }
    : { kind: 'number', start: 0, end: 0, values, unit };

const factorOf = (unit: Unit | undefined) => unit?.factor ?? 1;

/** Whether a quantity that a sentence names is one that a statement names: by value and unit, dates as far as both say them. */
export function isSame(claimed: Quantity, stated: Quantity): boolean {
  if (claimed.kind === 'date' && stated.kind === 'date') return hasDate(claimed, stated);
  if (claimed.kind === 'date') return isYear(claimed, stated);
  if (stated.kind === 'date')
    return claimed.kind === 'number' && isYear(stated, claimed) && claimed.unit === undefined;
  if (claimed.parts !== undefined || stated.parts !== undefined) return claimed.parts === stated.parts;
  const [a, b] = [claimed, stated];
  if (a.kind === 'time' || b.kind === 'time')
    return a.kind === b.kind && a.values.some((one) => b.values.includes(one));
  const isCents = (a.unit?.dimension === 'cent') !== (b.unit?.dimension === 'cent');
  if (isCents && [a, b].some(({ unit }) => currencies.has(unit?.dimension ?? ''))) {
    const [x, y] = [inCents(a), inCents(b)];
    return x.values.some((one) => y.values.some((other) => isClose(one, other)));
  }
  if (a.unit && b.unit && a.unit.dimension !== b.unit.dimension) return false;
  const byUnit = a.unit?.factor !== b.unit?.factor && a.unit && b.unit;
  return a.values.some((one) =>
    b.values.some((other) =>
      byUnit ? isClose(one * factorOf(a.unit), other * factorOf(b.unit), 1e-3) : isClose(one, other),
    ),
  );
}

const isYear = ({ date }: Quantity, { kind, values, unit }: Quantity) =>
  kind === 'number' &&
  !unit &&
  date?.year !== undefined &&
  date.month === undefined &&
  values.includes(date.year);

function hasDate({ date: claimed = {} }: Quantity, stated: Quantity): boolean {
  const days = dayCount(stated);
  // 1970-01-01 was a Thursday.
  const known = { ...(days !== undefined && { weekday: ((days + 3) % 7) + 1 }), ...stated.date };
  return (['weekday', 'year', 'month', 'day'] as const).every(
    (part) => claimed[part] === undefined || claimed[part] === known[part],
  );
}

/** Years, for a date's year is named alone as well. */
const withYears = (stated: readonly Quantity[]): Quantity[] =>
  stated.flatMap((one) =>
    one.date?.year === undefined
      ? [one]
      : [one, { ...one, kind: 'number', values: [one.date.year], date: undefined }],
  );

/** Whether the year of a date of the statement is what a number names. */
export const namesYear = (claimed: Quantity, stated: readonly Quantity[]): boolean =>
  claimed.kind === 'number' &&
  !claimed.unit &&
  stated.some(({ date }) => date?.year !== undefined && claimed.values.includes(date.year));

/** Maximum number of quantities of a statement that others are computed from: the pairs are tried one by one. */
const maxStated = 40;
const multiples = [4, 7, 12, 24, 52, 60, 365];
const isMoney = (unit: Unit | undefined) =>
  unit !== undefined && (currencies.has(unit.dimension) || unit.dimension === 'cent');

const dimensionOf = ({ unit }: Quantity) => (isMoney(unit) ? 'currency' : unit?.dimension);

/** In whole currencies and days. */
const normal = ({ values, unit }: Quantity): number[] =>
  values.map((value) => value * (unit?.dimension === 'cent' ? 0.01 : factorOf(unit)));

/** Whether two quantities can be multiplied: hours with days, but not euros with euros. */
const canMultiply = ({ unit: a }: Quantity, { unit: b }: Quantity): boolean =>
  !a || !b || a.dimension !== b.dimension || a.dimension === 'time';

/** Whether two quantities can be added: euros with cents, but not with days. */
const canAdd = (a: Quantity, b: Quantity): boolean => !a.unit || !b.unit || dimensionOf(a) === dimensionOf(b);

function isResult(wanted: readonly number[], a: Quantity, b: Quantity): boolean {
  const results = normal(a).flatMap((x) =>
    normal(b).flatMap((y) => [
      ...(canAdd(a, b) ? [x + y, Math.abs(x - y)] : []),
      ...(canMultiply(a, b) ? [x * y] : []),
    ]),
  );
  return wanted.some((value) => results.some((result) => isClose(value, result)));
}

const isMultiple = (wanted: readonly number[], base: readonly number[], times: number) =>
  wanted.some((value) => base.some((one) => isClose(value, one * times)));

const isPart = (share: number, a: readonly number[], b: readonly number[]) =>
  a.some((x) => b.some((y) => y > 0 && x <= y && Math.abs(x / y - share) <= 0.006));

/** Whether a share is one that two of the quantities have. */
export const isShare = (share: number, stated: readonly Quantity[]): boolean =>
  stated.some((a) =>
    stated.some(
      (b) => a !== b && a.kind === 'number' && b.kind === 'number' && isPart(share, normal(a), normal(b)),
    ),
  );

const unitsAgree = (claimed: Quantity, a: Quantity, b: Quantity) => {
  const dimensions = [a, b].flatMap(({ unit }) => (isMoney(unit) ? 'currency' : (unit?.dimension ?? [])));
  const wanted = isMoney(claimed.unit) ? 'currency' : claimed.unit?.dimension;
  return (
    wanted === undefined ||
    dimensions.includes(wanted) ||
    (wanted === 'time' && [a, b].every(({ kind }) => kind !== 'number'))
  );
};

function dayCount({ date }: Quantity): number | undefined {
  if (!date?.year || !date.month || !date.day) return undefined;
  return Date.UTC(date.year, date.month - 1, date.day) / 86_400_000;
}

const isYearAlone = ({ kind, unit, values: [value = 0] }: Quantity) =>
  kind === 'number' && !unit && value > 1_400 && value < 2_200;

/** Whether a span between two dates or times is as long as the sentence says, to a day in a hundred. */
function isSpan(claimed: Quantity, a: Quantity, b: Quantity): boolean {
  if (claimed.unit?.dimension !== 'time') return false;
  if (isYearAlone(a) && isYearAlone(b) && claimed.unit.factor === 365.25)
    return claimed.values.includes(Math.abs((a.values[0] ?? 0) - (b.values[0] ?? 0)));
  const [start, end] =
    a.kind === 'time' && b.kind === 'time'
      ? [(a.values[0] ?? 0) / 1_440, (b.values[0] ?? 0) / 1_440]
      : [dayCount(a), dayCount(b)];
  if (start === undefined || end === undefined) return false;
  return normal(claimed).some(
    (days) => Math.abs(days - (end - start)) <= Math.max(0.001, a.kind === 'date' ? days / 100 : 0),
  );
}

/** Whether a year is that of a date plus a number of years. */
const isEndYear = (claimed: Quantity, from: Quantity, span: Quantity): boolean =>
  !claimed.unit &&
  span.unit?.factor === 365.25 &&
  from.kind === 'number' &&
  !from.unit &&
  from.values.some((year) => span.values.some((years) => claimed.values.includes(year + years)));

/**
 * Whether a quantity follows from two others by a sum, a difference, a product, a share or a span, or from one by a multiple such as the
 * months of a year.
 */
export function isComputed(claimed: Quantity, stated: readonly Quantity[], hasPeriod: boolean): boolean {
  if (claimed.kind !== 'number') return false;
  const wanted = normal(claimed);
  if (claimed.unit?.dimension === 'percent')
    return claimed.values.some((value) => isShare(value / 100, stated));
  const all = withYears(stated.slice(0, maxStated));
  const numbers = all.filter(({ kind }) => kind === 'number');
  const isPair = all.some((a, at) =>
    all.slice(at + 1).some((b) => {
      if (isSpan(claimed, a, b) || isEndYear(claimed, a, b) || isEndYear(claimed, b, a)) return true;
      if (a.kind !== 'number' || b.kind !== 'number' || !unitsAgree(claimed, a, b)) return false;
      return isResult(wanted, a, b);
    }),
  );
  if (isPair) return true;
  return (
    hasPeriod &&
    claimed.unit?.dimension !== 'time' &&
    numbers.some(
      (a) => unitsAgree(claimed, a, a) && multiples.some((times) => isMultiple(wanted, normal(a), times)),
    )
  );
}

/**
 * Whether a number of a sentence multiplies one of the statement to another of the sentence: "two adults pay 24 dollars". Days do where the
 * statement counts by the day; `rates` are its periods.
 */
export const isMultiplied = (
  claimed: Quantity,
  said: readonly Quantity[],
  stated: readonly Quantity[],
  rates: readonly number[],
): boolean =>
  said.some(
    (other) =>
      other !== claimed &&
      stated.some((base) => {
        const isTotal = claimed.unit && dimensionOf(claimed) === dimensionOf(base);
        const [total, times] = isTotal ? [claimed, other] : [other, claimed];
        if (total.kind !== 'number' || times.kind !== 'number' || base.kind !== 'number') return false;
        if (times.unit && (times.unit.dimension !== 'time' || !rates.includes(times.unit.factor)))
          return false;
        if (dimensionOf(total) !== dimensionOf(base) || !total.unit) return false;
        return normal(total).some((value) =>
          times.values.some((n) => normal(base).some((one) => isClose(value, n * one))),
        );
      }),
  );

/** Whether two values are equal as far as sentences round. */
const isAbout = (a: number, b: number) => isClose(a, b, 1e-3);
const isOfSameUnit = ({ unit: a }: Quantity, { unit: b }: Quantity) =>
  a?.dimension === b?.dimension && a?.factor === b?.factor;

/** Whether a number for one period is what the statement says for another: 2.5 days a month for 30 days a year. */
export const isOfOtherPeriod = (
  quantity: Quantity,
  rates: readonly number[],
  stated: readonly Quantity[],
  statedRates: readonly number[],
): boolean =>
  quantity.unit !== undefined &&
  stated.some(
    (base) =>
      base.kind === quantity.kind &&
      isOfSameUnit(quantity, base) &&
      rates.some((period) =>
        statedRates.some(
          (other) =>
            period !== other &&
            quantity.values.some((value) => base.values.some((one) => isAbout(value / period, one / other))),
        ),
      ),
  );

/** Whether a number is a share or a multiple that the statements name in words, or that of one of their numbers: 30 for half of 60. */
export const isNamedShare = (
  { kind, unit, values }: Quantity,
  stated: readonly Quantity[],
  shares: readonly number[],
): boolean =>
  kind === 'number' &&
  shares.some(
    (share) =>
      (unit === undefined && values.includes(share)) ||
      (unit?.dimension === 'percent' && values.some((value) => isAbout(value / 100, share))) ||
      stated.some(
        (base) =>
          base.kind === 'number' &&
          base.unit?.dimension === unit?.dimension &&
          values.some((value) => base.values.some((one) => isAbout(value, share * one))),
      ),
  );
