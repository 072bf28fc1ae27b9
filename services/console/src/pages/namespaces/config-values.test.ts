import { type ConfigForm, DocfleetError } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { describeProblem, withLabels } from '../../parts/describe-problem.ts';
import { configOf, emptyValues, isUnset, valuesOf, withoutSecrets } from './config-values.ts';

const field = (path: string, known: object = {}) => ({
  path,
  label: path,
  help: null,
  example: null,
  type: 'string' as const,
  required: true,
  secret: false,
  options: null,
  ...known,
});

const form: ConfigForm = {
  config: 'fileStorageConfig',
  label: 'File store',
  help: null,
  required: true,
  unset: null,
  discriminator: 'type',
  providers: [
    { name: 'LOCAL', label: 'Local', help: null, fields: [] },
    {
      name: 'S3',
      label: 'S3',
      help: null,
      fields: [
        field('bucket'),
        field('size', { type: 'integer', required: false }),
        field('model', { options: ['one', 'two'] }),
        field('mode', { options: ['a', 'b'], required: false }),
        field('credentials.id'),
        field('credentials.secret', { secret: true }),
      ],
    },
  ],
  connector: null,
  setup: null,
};

test('an empty form is the first provider', () => {
  expect(configOf(form, emptyValues(form))).toEqual({ type: 'LOCAL' });
});

test('an optional configuration whose first provider needs input begins without one', () => {
  const optional = { ...form, required: false, providers: form.providers.slice(1) };
  expect(isUnset(optional, emptyValues(optional))).toBe(true);
  expect(isUnset(form, emptyValues(form))).toBe(false);
});

test('paths become objects, numbers numbers, and empty fields are left out', () => {
  const texts = { bucket: ' b ', size: '256', 'credentials.id': 'id', 'credentials.secret': 's' };
  expect(configOf(form, { provider: 'S3', texts })).toEqual({
    type: 'S3',
    bucket: 'b',
    size: 256,
    model: 'one',
    credentials: { id: 'id', secret: 's' },
  });
});

test('the first option is the default of a required field only', () => {
  expect(configOf(form, { provider: 'S3', texts: {} })).toEqual({ type: 'S3', model: 'one' });
});

test('a stored configuration fills its form', () => {
  const values = valuesOf(form, { type: 'S3', bucket: 'b', size: 5 });
  expect(values).toEqual({ provider: 'S3', texts: { bucket: 'b', size: '5' } });
  expect(valuesOf(form, null)).toEqual({ provider: 'LOCAL', texts: {} });
});

test('drafts have no secrets', () => {
  const values = { provider: 'S3', texts: { bucket: 'b', 'credentials.secret': 's' } };
  expect(withoutSecrets(form, values)).toEqual({ provider: 'S3', texts: { bucket: 'b' } });
});

const labels = new Map([
  ['fileStorageConfig', 'File store'],
  ['fileStorageConfig.bucket', 'Bucket'],
]);

test('a refusal of a change names the configuration by its label', () => {
  const error = new DocfleetError('NAMESPACE_CONFLICT', 'fileStorageConfig cannot be changed again yet', {
    status: 409,
  });
  expect(describeProblem(error, labels).title).toBe('File store cannot be changed again yet');
});

test.each([
  ['fileStorageConfig.bucket', 'Bucket must be set'],
  ['fileStorageConfig.region', 'File store must be set'],
])('an error of %s names the field, else its configuration', (path, title) => {
  const details = { issues: [{ path, message: 'must be set' }] };
  const error = new DocfleetError('INVALID_REQUEST', `${path} must be set`, { status: 400, details });
  expect(describeProblem(error, labels).title).toBe(title);
});

test('what the service says of stores is shown with their labels', () => {
  const stores = new Map([
    ['LANCEDB', 'LanceDB'],
    ['PGVECTOR', 'PostgreSQL'],
  ]);
  const summary = 'Moving from LANCEDB to PGVECTOR: 1 of 3 documents';
  expect(withLabels(summary, stores)).toBe('Moving from LanceDB to PostgreSQL: 1 of 3 documents');
});
