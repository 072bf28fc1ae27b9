export * from './formula.ts';
export { joinTex, nameToTex, textToTex, wordsToTex } from './formula.ts';
export { type MathMlElement, mathMlToTex, maxFormulaDepth } from './math-ml.ts';
