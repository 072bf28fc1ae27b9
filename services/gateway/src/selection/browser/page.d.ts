/** Data that the gateway embeds in the page. */
interface PageData {
  readonly selected: readonly Item[] | null;
  /** Module of the vendor's dialog; null where there is none. */
  readonly script: string | null;
  readonly settings: Settings;
}
/** A vendor's own settings for its dialog; which there are is known to its module alone. */
type Settings = Readonly<Record<string, string>>;
interface Item {
  readonly id: string;
  readonly name: string;
}
/** Helpers of the page, which a vendor's module is called with: it imports nothing. */
interface PickerTools {
  /** A token for the vendor's dialog, for the named host where there are several. */
  requestToken(resource?: string): Promise<string>;
  /** Loads a script of the vendor, with attributes where the script expects them. */
  loadScript(url: string, attributes?: Readonly<Record<string, string>>): Promise<void>;
}
/** Module of a vendor's dialog. */
interface Picker {
  /** Loads what it needs. */
  prepare(settings: Settings, tools: PickerTools): Promise<void>;
  /** Opens it; empty when its user closed it. */
  choose(settings: Settings, tools: PickerTools): Promise<readonly Item[]>;
}
