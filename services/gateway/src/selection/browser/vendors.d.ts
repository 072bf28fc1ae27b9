/** Data that the gateway embeds in the page. */
interface PageData {
  readonly selected: readonly Item[] | null;
  readonly kind: string | null;
  readonly settings: Settings;
}
/** Of these, each picker has its own. */
type Settings = Readonly<
  Record<'scriptUrl' | 'styleUrl' | 'apiUrl' | 'apiKey' | 'appId' | 'appKey' | 'pickerUrl' | 'entry', string>
>;
interface Item {
  readonly id: string;
  readonly name: string;
}
interface Picker {
  /** Loads what it needs. */
  prepare(settings: Settings): Promise<void>;
  /** Opens it; empty when its user closed it. */
  choose(settings: Settings): Promise<readonly Item[]>;
}

/** https://github.com/google/google-api-javascript-client/blob/master/docs/reference.md */
declare const gapi: {
  load(
    library: 'picker',
    options: { callback: (loaded: unknown) => void; onerror: (error: unknown) => void },
  ): void;
};

/** https://developers.google.com/workspace/drive/picker/reference, as far as it is used. */
declare namespace google.picker {
  const DocsViewMode: { readonly LIST: 'list' };
  const Feature: { readonly MULTISELECT_ENABLED: string; readonly SUPPORT_DRIVES: string };
  const Action: { readonly PICKED: string; readonly CANCEL: string };
  class DocsView {
    setIncludeFolders(included: boolean): this;
    setSelectFolderEnabled(enabled: boolean): this;
    setMode(mode: string): this;
    setParent(id: string): this;
    setOwnedByMe(owned: boolean): this;
    setEnableDrives(enabled: boolean): this;
  }
  class PickerBuilder {
    setOAuthToken(token: string): this;
    setDeveloperKey(key: string): this;
    setAppId(id: string): this;
    setOrigin(origin: string): this;
    enableFeature(feature: string): this;
    addView(view: DocsView): this;
    setCallback(callback: (result: Result) => void): this;
    build(): { setVisible(visible: boolean): void; dispose(): void };
  }
  interface Result {
    readonly action: string;
    readonly docs?: readonly { readonly id: string; readonly name?: string }[];
  }
}

/** https://www.dropbox.com/developers/chooser */
declare const Dropbox: {
  isBrowserSupported(): boolean;
  choose(options: {
    linkType: 'preview';
    multiselect: boolean;
    folderselect: boolean;
    success(files: readonly Item[]): void;
    cancel(): void;
  }): void;
};

/** https://developer.box.com/guides/embed/ui-elements/picker */
declare namespace Box {
  class ContentPicker {
    show(folderId: string, token: string, options: object): void;
    hide(): void;
    addListener(
      event: 'choose',
      listener: (items: readonly (Item & { readonly type?: 'file' | 'folder' })[]) => void,
    ): void;
    addListener(event: 'cancel', listener: () => void): void;
  }
}

/** https://learn.microsoft.com/onedrive/developer/controls/file-pickers/ */
type PickerCommand =
  | { readonly command: 'authenticate'; readonly resource?: string }
  | { readonly command: 'close' }
  | { readonly command: 'pick'; readonly items: readonly PickedItem[] }
  | { readonly command: 'unknown' };
interface PickedItem {
  readonly id: string;
  readonly name?: string;
  readonly parentReference: { readonly driveId: string };
}
