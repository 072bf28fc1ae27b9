import type { Picture } from '../../../ocr/picture/remove-specks.ts';
import type { Pdfium } from './load-pdfium.ts';

const gray = 1;
const withAnnotations = 1;
const inGrey = 8;
const white = 0xffffffff;

/** Draws a page in gray at `dotsPerInch`; undefined if there is no memory for the picture. */
export function drawPage({ call, bytes }: Pdfium, page: number, dotsPerInch: number): Picture | undefined {
  const scale = dotsPerInch / 72;
  const width = Math.max(1, Math.round(call.FPDF_GetPageWidthF(page) * scale));
  const height = Math.max(1, Math.round(call.FPDF_GetPageHeightF(page) * scale));
  const bitmap = call.FPDFBitmap_CreateEx(width, height, gray, 0, 0);
  if (bitmap === 0) return undefined;
  call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations | inGrey);
  const [address, stride] = [call.FPDFBitmap_GetBuffer(bitmap), call.FPDFBitmap_GetStride(bitmap)];
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) pixels.set(bytes(address + row * stride, width), row * width);
  call.FPDFBitmap_Destroy(bitmap);
  return { width, height, pixels };
}
