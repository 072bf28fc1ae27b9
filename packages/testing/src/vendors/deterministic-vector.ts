const steps = 2_048;
const values = Float32Array.from({ length: steps }, (_, step) => (step - steps / 2) / steps);
/** Possible values of a vector as JSON: looking them up is ten times as fast as formatting numbers. */
const printed = Array.from(values, String);

/** Returns the indices of a text's values: its FNV-1a hash seeds a xorshift generator, whose upper bits choose them. */
function stepsOf(text: string, dimensions: number): Uint16Array {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  state ||= 1;
  const chosen = new Uint16Array(dimensions);
  for (let index = 0; index < dimensions; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    chosen[index] = state >>> 21;
  }
  return chosen;
}

/** Returns a vector that depends on the text alone; those of different texts are nearly orthogonal. It is not of unit length. */
export function deterministicVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const chosen = stepsOf(text, dimensions);
  for (let index = 0; index < dimensions; index += 1)
    vector[index] = values[chosen[index] as number] as number;
  return vector;
}

/** Returns the vector of `deterministicVector` as a JSON array. */
export function deterministicVectorJson(text: string, dimensions: number): string {
  let json = '[';
  let separator = '';
  for (const step of stepsOf(text, dimensions)) {
    json += separator + printed[step];
    separator = ',';
  }
  return `${json}]`;
}
