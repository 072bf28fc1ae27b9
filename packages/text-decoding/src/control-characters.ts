/** Characters that show nothing and that no store wants, for a class of a regular expression: controls but tabs and ends of lines, and byte order marks. */
export const controlCharacters = '\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f\\ufeff';
