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
