import { vendorOf } from '@docfleet/connectors';
import { secretFields } from '@docfleet/domain/namespace';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { type ConfigForm, configForms, connectionForms, formOf } from './provider-forms.ts';

const fieldsOf = ({ providers }: ConfigForm) => providers.flatMap(({ fields }) => fields);

test('every field of every provider has a label', () => {
  const unnamed = configForms.flatMap((form) =>
    fieldsOf(form)
      .filter(({ path, label }) => path.endsWith(label))
      .map(({ path }) => `${form.config}.${path}`),
  );
  expect(unnamed).toEqual([]);
  expect(
    configForms.flatMap(({ label, providers }) => [label, ...providers.map((one) => one.label)]),
  ).not.toContain('');
});

test('every field that is marked as secret is sealed', () => {
  const secrets = configForms.flatMap((form) => fieldsOf(form).filter(({ secret }) => secret));
  expect(secrets.length).toBeGreaterThan(10);
  for (const { path } of secrets) expect(secretFields).toContain(path.split('.')[0]);
});

test('every field whose name is sealed is marked as secret, or lies in an object with one that is', () => {
  const open = configForms.flatMap((form) =>
    fieldsOf(form).filter(({ path, secret }) => secretFields.includes(path) && !secret),
  );
  expect(open).toEqual([]);
});

test('a form has the fields of nested objects, the options of enumerations, and first what needs no account', () => {
  const schema = z.discriminatedUnion('provider', [
    z.strictObject({
      provider: z.literal('REMOTE'),
      token: z.string().meta({ title: 'Token', writeOnly: true, examples: ['t-1'] }),
      size: z.enum(['S', 'L']).meta({ title: 'Size', description: 'Of a batch' }).optional(),
      place: z.strictObject({ port: z.int().meta({ title: 'Port' }) }),
    }),
    z.strictObject({ provider: z.literal('HERE') }).meta({ title: 'Here' }),
  ]);
  expect(formOf('webScraperConfig', schema, false)).toEqual({
    config: 'webScraperConfig',
    label: 'webScraperConfig',
    help: null,
    required: false,
    discriminator: 'provider',
    providers: [
      { name: 'HERE', label: 'Here', help: null, fields: [] },
      {
        name: 'REMOTE',
        label: 'REMOTE',
        help: null,
        fields: [
          field({ path: 'token', label: 'Token', example: 't-1', secret: true }),
          field({ path: 'size', label: 'Size', help: 'Of a batch', required: false, options: ['S', 'L'] }),
          field({ path: 'place.port', label: 'Port', type: 'integer' }),
        ],
      },
    ],
    connector: null,
    setup: null,
    unset: 'Web pages cannot be ingested.',
  });
});

const field = (known: object) => ({
  help: null,
  example: null,
  type: 'string',
  required: true,
  secret: false,
  options: null,
  ...known,
});

test('every connector says how it is set up, with every scope that a consent asks for and a reason for it', () => {
  const connectors = configForms.filter(({ connector }) => connector !== null);
  expect(connectors.length).toBeGreaterThan(6);
  for (const { connector, setup } of connectors) {
    const vendor = vendorOf(connector ?? '');
    const granted = setup?.permissions.map(({ name }) => name) ?? [];
    // Confluence's scope for tokens that last is part of every consent, and no permission of the application.
    const scopes: readonly string[] = vendor.scopes;
    expect(granted).toEqual(expect.arrayContaining(scopes.filter((scope) => scope !== 'offline_access')));
    expect(setup?.steps.some(({ url }) => url !== null)).toBe(true);
    expect(setup?.steps.some(({ paste }) => paste === 'REDIRECT_URI')).toBe(true);
    expect(setup?.permissions.every(({ reason }) => reason.length > 10)).toBe(true);
  }
});

test('a way without a consent has steps of its own, which register no redirect URI', () => {
  for (const { setup } of connectionForms) {
    expect(setup.permissions.length).toBeGreaterThan(0);
    expect(setup.steps.length).toBeGreaterThan(1);
    expect(setup.steps.flatMap(({ paste }) => paste ?? [])).toEqual([]);
  }
  const stepsOf = (method: string) =>
    connectionForms.filter((form) => form.method === method).map(({ setup }) => JSON.stringify(setup.steps));
  expect(stepsOf('TOKEN').join()).toContain('internal integration');
  expect(stepsOf('APP_CERTIFICATE').join()).toContain('upload the certificate');
});
