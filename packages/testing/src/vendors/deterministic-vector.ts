const steps = 2_048;
const values = Float32Array.from({ length: steps }, (_, step) => (step - steps / 2) / steps);
/** The same values as JSON: to look them up is ten times as fast as to print numbers. */
const printed = Array.from(values, String);

/** FNV-1a of the text seeds a xorshift generator, whose upper bits choose among the values. */
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

/** A vector that depends on the text alone: the same text has the same vector, another text one that is nearly at right angles. Not of unit length. */
export function deterministicVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const chosen = stepsOf(text, dimensions);
  for (let index = 0; index < dimensions; index += 1)
    vector[index] = values[chosen[index] as number] as number;
  return vector;
}

/** The same vector as a JSON array. */
export function deterministicVectorJson(text: string, dimensions: number): string {
  let json = '[';
  let separator = '';
  for (const step of stepsOf(text, dimensions)) {
    json += separator + printed[step];
    separator = ',';
  }
  return `${json}]`;
}
