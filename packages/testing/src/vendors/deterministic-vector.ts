const steps = 2_048;
/** The values that vectors are made of, as JSON: looking them up is ten times as fast as printing numbers. */
const printed = Array.from({ length: steps }, (_, step) => String((step - steps / 2) / steps));

function* stepsOf(text: string, dimensions: number): Generator<number> {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  state ||= 1;
  for (let index = 0; index < dimensions; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state >>> 21;
  }
}

/** A vector that depends on the text alone: the same text gives the same, another text one that is nearly at right angles. Not of unit length. */
export function deterministicVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  let index = 0;
  for (const step of stepsOf(text, dimensions)) vector[index++] = (step - steps / 2) / steps;
  return vector;
}

/** The same vector as a JSON array. */
export function deterministicVectorJson(text: string, dimensions: number): string {
  const values: string[] = [];
  for (const step of stepsOf(text, dimensions)) values.push(printed[step] as string);
  return `[${values.join(',')}]`;
}
