import type { MetadataFilter } from '@docfleet/metadata-filter';

/** Numbers at the edges of what formats and indexes take. */
export const oddNumbers: readonly number[] = [
  0,
  -0,
  5e-324,
  -5e-324,
  1e-7,
  0.1 + 0.2,
  0.3,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e300,
  -1e300,
  Number.MAX_VALUE,
];

/** Filters by name, and which of four records they match. */
export const filters: readonly [string, MetadataFilter, readonly number[]][] = [
  ['$eq on a string', [{ field: 'kind', operator: '$eq', value: 'a' }], [1, 2]],
  ['$eq on a number', [{ field: 'year', operator: '$eq', value: 2024 }], [2]],
  ['$eq on the string of a number', [{ field: 'year', operator: '$eq', value: '2024' }], []],
  ['$eq on a boolean', [{ field: 'open', operator: '$eq', value: false }], [2]],
  ['$eq on an array that contains it', [{ field: 'tags', operator: '$eq', value: 'y' }], [1, 3]],
  ['$ne, absent fields included', [{ field: 'kind', operator: '$ne', value: 'a' }], [3, 4]],
  ['$ne on arrays', [{ field: 'tags', operator: '$ne', value: 'x' }], [2, 3, 4]],
  ['$in', [{ field: 'kind', operator: '$in', value: ['a', 'b'] }], [1, 2, 3]],
  ['$in on arrays', [{ field: 'tags', operator: '$in', value: ['x', 'z'] }], [1, 3]],
  ['$in with nothing', [{ field: 'kind', operator: '$in', value: [] }], []],
  ['$nin, absent fields included', [{ field: 'kind', operator: '$nin', value: ['b'] }], [1, 2, 4]],
  ['$nin with nothing', [{ field: 'kind', operator: '$nin', value: [] }], [1, 2, 3, 4]],
  ['$gt', [{ field: 'year', operator: '$gt', value: 2020 }], [2, 3]],
  ['$gte', [{ field: 'year', operator: '$gte', value: 2020 }], [1, 2, 3]],
  ['$lt with a fraction', [{ field: 'year', operator: '$lt', value: 2020.5 }], [1]],
  ['$lte', [{ field: 'year', operator: '$lte', value: 2024 }], [1, 2]],
  ['$gt below zero', [{ field: 'year', operator: '$gt', value: -1e300 }], [1, 2, 3]],
  [
    '$gte on dates',
    [{ field: 'due', operator: '$gte', value: Date.UTC(2026, 0, 31), isInstant: true }],
    [2, 3],
  ],
  [
    '$lt on dates, whatever their offsets',
    [{ field: 'due', operator: '$lt', value: Date.UTC(2026, 0, 31, 8, 31), isInstant: true }],
    [1, 2, 3],
  ],
  [
    '$lte on dates, to the second',
    [{ field: 'due', operator: '$lte', value: Date.UTC(2026, 0, 31, 8, 0) - 1, isInstant: true }],
    [1, 2],
  ],
  ['a number is not compared with dates', [{ field: 'due', operator: '$gte', value: 0 }], [4]],
  [
    'a date is not compared with numbers',
    [{ field: 'year', operator: '$gte', value: 0, isInstant: true }],
    [],
  ],
  [
    'not later, other values and absent fields included',
    [{ not: [{ field: 'due', operator: '$gte', value: Date.UTC(2026, 0, 31), isInstant: true }] }],
    [1, 4],
  ],
  ['$exists', [{ field: 'open', operator: '$exists', value: true }], [1, 2]],
  ['$exists false', [{ field: 'open', operator: '$exists', value: false }], [3, 4]],
  [
    'several conditions at once',
    [
      { field: 'year', operator: '$gte', value: 2020 },
      { field: 'year', operator: '$lt', value: 2024.5 },
      { field: 'tags', operator: '$ne', value: 'x' },
    ],
    [2],
  ],
  [
    'one of several',
    [
      {
        anyOf: [
          [{ field: 'year', operator: '$gt', value: 2024.5 }],
          [
            { field: 'kind', operator: '$eq', value: 'a' },
            { field: 'open', operator: '$eq', value: true },
          ],
        ],
      },
    ],
    [1, 3],
  ],
  ['one of nothing', [{ anyOf: [] }], []],
  [
    'not, absent fields included',
    [
      {
        not: [
          { field: 'kind', operator: '$eq', value: 'a' },
          { field: 'open', operator: '$eq', value: true },
        ],
      },
    ],
    [2, 3, 4],
  ],
  [
    'not one of several',
    [
      {
        not: [
          {
            anyOf: [
              [{ field: 'kind', operator: '$eq', value: 'b' }],
              [{ field: 'open', operator: '$exists', value: false }],
            ],
          },
        ],
      },
    ],
    [1, 2],
  ],
  ['not not', [{ not: [{ not: [{ field: 'kind', operator: '$in', value: ['b'] }] }] }], [3]],
];
