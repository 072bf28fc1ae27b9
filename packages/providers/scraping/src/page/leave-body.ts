/** Lets go of a body that is not read: it closes its connection when it is left, once it has been begun. */
export async function leaveBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // It may be damaged: it is not read.
  }
}
