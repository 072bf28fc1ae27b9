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
