export * from './formula.ts';
export { type MathMlElement, mathMlToTex, maxFormulaDepth } from './math-ml.ts';
export { joinTex, nameToTex, textToTex, wordsToTex } from './symbols.ts';
