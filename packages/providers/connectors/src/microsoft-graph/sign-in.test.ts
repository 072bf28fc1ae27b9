import { expect, test } from '@jest/globals';
import { appOnlyExtent, oneDriveSignIns, sharePointSignIns } from './sign-in.ts';

test.each([
  ['SharePoint', sharePointSignIns],
  ['OneDrive', oneDriveSignIns],
])(
  'an application reads %s with a secret or a certificate, each with steps of its own',
  (product, methods) => {
    expect(methods.map(({ method, label, secret }) => [method, label, secret])).toEqual([
      ['APP', `${product} as an application`, 'clientSecret'],
      ['APP_CERTIFICATE', `${product} as an application with a certificate`, 'key'],
    ]);
    const [secret = '', certificate = ''] = methods.map(({ setup }) => JSON.stringify(setup));
    expect([secret, certificate].map((text) => /create a client secret/.test(text))).toEqual([true, false]);
  },
);

const entered = { tenantId: 'contoso.com', clientId: 'a', clientSecret: 'b' };

test.each([
  ['no site', { sites: ['http://contoso.com'] }, ['sites', 0]],
  ['no domain', { tenantId: 'contoso.com/' }, ['tenantId']],
  ['no domain at its beginning', { tenantId: '/contoso.com' }, ['tenantId']],
  ['too much after an id', { sites: ['host,1,2,3/'] }, ['sites', 0]],
  ['too much before an id', { sites: ['a/host,1,2'] }, ['sites', 0]],
])('what names %s is refused by its field', (_what, wrong, path) => {
  const { schema } = sharePointSignIns[0]!;
  expect(schema.safeParse(entered).data).toMatchObject({ sites: [] });
  expect(schema.safeParse({ ...entered, ...wrong }).error?.issues).toMatchObject([{ path }]);
});

test('where a user has consented, no application reads', () => {
  expect([undefined, null, {}].map((settings) => appOnlyExtent.parse(settings))).toEqual([
    undefined,
    null,
    {},
  ]);
});
