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
