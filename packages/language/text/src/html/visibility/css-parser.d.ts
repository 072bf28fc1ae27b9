/** The parser of css-tree alone: the package as a whole loads tables of all properties. */
declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree';
}
