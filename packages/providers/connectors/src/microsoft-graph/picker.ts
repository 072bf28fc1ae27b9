import { AppError } from '@docfleet/errors';
import { tokenForScopes } from '@docfleet/oauth';
import { z } from 'zod';
import type { Picker, PickerOrder } from '../picker.ts';

// https://learn.microsoft.com/onedrive/developer/controls/file-pickers/
const graphUrl = 'https://graph.microsoft.com';
const businessPath = '/_layouts/15/FilePicker.aspx';
/** Personal accounts have one address, and a scope of their own that only their own sign-in knows. */
const personalPicker = 'https://onedrive.live.com/picker';
const personalScopes = ['OneDrive.ReadOnly'];

const requestTimeoutMs = 15_000;
const place = z.object({ webUrl: z.url(), driveType: z.string().optional() });

interface Product {
  /** Request of Microsoft Graph for where the dialog begins. */
  readonly question: string;
  readonly entry: 'oneDrive' | 'sharePoint';
  /** Permission of the dialog beside those of the connection. */
  readonly permission: 'MyFiles.Read' | 'AllSites.Read';
}

/** Returns the place of the account's files at Microsoft Graph; throws PROVIDER_UNAVAILABLE when it does not say. */
async function findPlace({ addresses, tokens, fetch, vendor }: PickerOrder, { question }: Product) {
  const unavailable = (reason: string, cause?: unknown) =>
    new AppError('PROVIDER_UNAVAILABLE', `${vendor.name} does not say where the files of this account are`, {
      details: { reason },
      cause,
    });
  try {
    const response = await fetch(`${addresses.apiUrl ?? graphUrl}/v1.0${question}`, {
      headers: { authorization: `Bearer ${tokens.accessToken}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    if (response.ok) return place.parse(await response.json());
    await response.body?.cancel();
    throw unavailable(`Microsoft Graph returned ${response.status}`);
  } catch (cause) {
    throw cause instanceof AppError
      ? cause
      : unavailable('Microsoft Graph returned no readable response', cause);
  }
}

/** The dialog of the account's own organization, or that of all personal accounts. */
async function findPicker(order: PickerOrder, product: Product): Promise<string> {
  const { pickerUrl } = order.addresses;
  if (pickerUrl !== undefined) return pickerUrl;
  const { webUrl, driveType } = await order.observe('findPicker', () => findPlace(order, product));
  return driveType === 'personal' ? personalPicker : new URL(webUrl).origin + businessPath;
}

const isPersonal = (pickerUrl: string) => new URL(pickerUrl).pathname === new URL(personalPicker).pathname;

/** An organization has two hosts, `contoso` for its sites and `contoso-my` for its users' drives. */
const organizationOf = ({ host }: URL) => host.replace(/-my(?=\.sharepoint\.)/, '');

/** Host of a token: the dialog's own, or the other one of the same organization. */
function hostFor(pickerUrl: string, resource: string | undefined): string {
  const own = new URL(pickerUrl);
  const asked = URL.parse(resource ?? own.origin);
  const isOwn = asked?.protocol === own.protocol && organizationOf(asked) === organizationOf(own);
  if (!asked || !isOwn)
    throw new AppError('INVALID_REQUEST', 'The dialog asked for access to another place than its own');
  return asked.origin;
}

/** Microsoft's dialog is a window of its own, with a token for the host that shows it: one for Microsoft Graph is refused there. */
export function microsoftPicker(product: Product): Picker {
  return {
    itemId: /^[^:,\s]{1,200}:[^:,\s]{1,200}$/,
    script: new URL('browser/picker.js', import.meta.url),

    async prepare(order) {
      const pickerUrl = await findPicker(order, product);
      return {
        settings: { pickerUrl, entry: product.entry },
        sources: { form: [new URL(pickerUrl).origin] },
      };
    },

    async token(order, resource) {
      const { vendor, client, tokens, fetch, observe } = order;
      const pickerUrl = await findPicker(order, product);
      const grant = { client, tokens };
      if (isPersonal(pickerUrl)) {
        const consumers = { ...vendor, tokenUrl: vendor.tokenUrl.replace('/common/', '/consumers/') };
        const personal = { ...grant, scopes: personalScopes };
        return observe('narrowToken', () => tokenForScopes(consumers, personal, { fetch }));
      }
      const scopes = [`${hostFor(pickerUrl, resource)}/.default`];
      const narrowed = () => tokenForScopes(vendor, { ...grant, scopes }, { fetch });
      return observe('narrowToken', narrowed).catch((refusal: unknown) => {
        throw explain(refusal, vendor.name, product);
      });
    },
  };
}

/** Here a refused grant means that consent covers Microsoft Graph only; the connection itself may be valid. */
function explain(refusal: unknown, vendor: string, { permission }: Product): unknown {
  if (!(refusal instanceof AppError) || refusal.code !== 'CONNECTION_UNAUTHORIZED') return refusal;
  const needed = `the application needs the permission ${permission} of SharePoint, and an administrator's consent to it`;
  return new AppError('PROVIDER_REJECTED', `${vendor} does not open its file picker: ${needed}`, {
    details: refusal.details,
    cause: refusal,
  });
}
