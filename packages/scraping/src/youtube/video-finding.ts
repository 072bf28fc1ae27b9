/** A video of a list, or the word that there may be more of them than could be seen: nothing that is missing has vanished. */
export type VideoFinding =
  | { readonly kind: 'video'; readonly videoId: string; readonly title: string | undefined }
  | { readonly kind: 'incomplete'; readonly reason: string };
