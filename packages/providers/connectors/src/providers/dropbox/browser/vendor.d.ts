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
