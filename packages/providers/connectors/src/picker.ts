import type { OAuthClient, OAuthTokens, OAuthVendor } from '@docfleet/oauth';

/** Origins that a page needs beside its own, by the directive of its Content-Security-Policy. */
export type ContentSources = Readonly<
  Partial<Record<'connect' | 'font' | 'form' | 'frame' | 'img' | 'style', readonly string[]>>
>;

/** Settings for the page before the user presses a button; no secrets of the user. */
export interface PickerPage {
  readonly settings: Readonly<Record<string, string>>;
  readonly sources: ContentSources;
}

/** Addresses of a vendor's picker, where they differ from the public ones. */
export interface PickerAddresses {
  readonly scriptUrl?: string | undefined;
  readonly styleUrl?: string | undefined;
  readonly pickerUrl?: string | undefined;
  readonly apiUrl?: string | undefined;
}

/** A connection whose user chooses, and what its vendor is called with. */
export interface PickerOrder {
  readonly addresses: PickerAddresses;
  readonly tokens: OAuthTokens;
  readonly vendor: OAuthVendor;
  readonly client: OAuthClient;
  /** The namespace's configurations, with their secrets. */
  readonly configs: Readonly<Record<string, unknown>>;
  /** The egress's. */
  readonly fetch: typeof globalThis.fetch;
  /** Counts and traces every request to the vendor. */
  readonly observe: <Result>(
    operation: 'findPicker' | 'narrowToken',
    call: () => Promise<Result>,
  ) => Promise<Result>;
}

/** A vendor's own dialog in which its users choose files and folders. */
export interface Picker {
  /** Form of the ids in a selection. */
  readonly itemId: RegExp;
  /** File of the module that opens the dialog in the browser, served as it is written: it exports `prepare` and `choose`. */
  readonly script: URL;
  /** Rejects when the dialog cannot be opened for this account, saying why. */
  prepare(order: PickerOrder): Promise<PickerPage>;
  /**
   * The token that the dialog works with in the user's browser, with as little as the vendor lets it do; undefined where it signs its
   * user in by itself. `resource` is the host that the dialog requests, where there are several.
   */
  token(order: PickerOrder, resource: string | undefined): Promise<string | undefined>;
}
