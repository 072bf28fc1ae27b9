/**
 * Counts what `analyze` makes of a text. Terms of two versions do not meet, so after a change the keywords of all namespaces are encoded
 * again. In a file of its own, so that a comparison of versions loads no stemmers.
 */
export const analyzerVersion = 9;
