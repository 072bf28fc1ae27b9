/** Records of the workbook stream of XLS, which begin with their type and length, two bytes each. [MS-XLS] 2.3. */
const headerLength = 4;
const nameRecord = 0x0018;
/** Formulas of several cells, of Excel 2 and since. */
const shared = new Set([0x0021, 0x0221, 0x04bc]);
/** A type that stands for nothing, which readers pass over. */
const unknownRecord = 0x7fff;

/** Offsets of a formula's length, by the type of a BIFF8 record. */
const lengthPlaces = new Map([
  [0x0006, 20],
  [0x0206, 20],
  [0x0406, 20],
  [nameRecord, 4],
]);

/**
 * Takes the formulas out of a workbook stream, in place: the cells have their results. SheetJS reads a damaged formula without
 * end, beyond its record and beyond the file.
 */
export function removeFormulas(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + headerLength <= stream.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const next = at + headerLength + length;
    const place = lengthPlaces.get(type);
    const lengthAt = at + headerLength + (place ?? 0);
    if (shared.has(type)) view.setUint16(at, unknownRecord, true);
    else if (place !== undefined && lengthAt + 2 <= Math.min(next, stream.length))
      view.setUint16(lengthAt, 0, true);
    at = next;
  }
}
