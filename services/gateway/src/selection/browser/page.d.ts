/** Data that the gateway embeds in the page. */
interface PageData {
  readonly selected: readonly Item[] | null;
  /** Module of the vendor's dialog; null where there is none. */
  readonly script: string | null;
  readonly settings: Settings;
}
/** Settings of a vendor's dialog; only the vendor's module knows their names. */
type Settings = Readonly<Record<string, string>>;
interface Item {
  readonly id: string;
  readonly name: string;
}
/** Functions of the page that a vendor's module receives, because it imports nothing. */
interface PickerTools {
  /** Returns a token for the vendor's dialog, for the named host where there are several. */
  requestToken(resource?: string): Promise<string>;
  /** Loads a script of the vendor, with attributes where the script expects them. */
  loadScript(url: string, attributes?: Readonly<Record<string, string>>): Promise<void>;
}
/** Module of a vendor's dialog. */
interface Picker {
  /** Loads the vendor's scripts. */
  prepare(settings: Settings, tools: PickerTools): Promise<void>;
  /** Opens the dialog; returns the chosen items, empty when its user closed it. */
  choose(settings: Settings, tools: PickerTools): Promise<readonly Item[]>;
}
