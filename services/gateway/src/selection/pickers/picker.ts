import type { AuthorizedConnection } from '@docfleet/domain/connection';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import type { OAuthClient, OAuthVendor } from '@docfleet/oauth';
import type { ObserveVendor } from '../../connections/observe-vendor.ts';
import type { PickerAddresses } from './settings.ts';

/** Origins that a page needs beside its own, by the directive of its Content-Security-Policy. */
export type ContentSources = Readonly<
  Partial<Record<'connect' | 'font' | 'form' | 'frame' | 'img' | 'style', readonly string[]>>
>;

/** Settings for the page before the user presses a button; no secrets of the user. */
export interface PickerPage {
  /** The script of the page that opens it: `selection/browser/<kind>.js`. */
  readonly kind: 'box' | 'dropbox' | 'google-drive' | 'microsoft';
  readonly settings: Readonly<Record<string, string>>;
  readonly sources: ContentSources;
}

/** What a picker is opened for. */
export interface PickerOrder {
  readonly addresses: PickerAddresses;
  readonly connection: AuthorizedConnection;
  readonly vendor: OAuthVendor;
  readonly client: OAuthClient;
  /** The namespace's, with their secrets. */
  readonly configs: NamespaceConfigs;
  /** The egress's. */
  readonly fetch: typeof globalThis.fetch;
  /** What every question to the vendor goes through. */
  readonly observe: ObserveVendor;
}

/** A vendor's own dialog in which its users choose files and folders. */
export interface Picker {
  /** What an id in a selection looks like. */
  readonly itemId: RegExp;
  /** Rejects when the dialog cannot be opened for this account, saying why. */
  prepare(order: PickerOrder): Promise<PickerPage>;
  /**
   * The token that the dialog works with in the user's browser, with as little as the vendor lets it do; undefined where it signs its
   * user in by itself. `resource` is the host that the dialog requests, where there are several.
   */
  token(order: PickerOrder, resource: string | undefined): Promise<string | undefined>;
}
