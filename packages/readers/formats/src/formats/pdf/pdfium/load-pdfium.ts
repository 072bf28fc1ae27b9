import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/** The functions of PDFium that are called; all take and return numbers, which are addresses of its memory where C has pointers. */
const names = [
  'EPDFAnnot_Flatten',
  'FPDFAction_GetDest',
  'FPDFAction_GetType',
  'FPDFAction_GetURIPath',
  'FPDFAnnot_GetFileAttachment',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetFormFieldFlags',
  'FPDFAnnot_GetFormFieldType',
  'FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_GetObject',
  'FPDFAnnot_GetObjectCount',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetStringValue',
  'FPDFAnnot_GetSubtype',
  'FPDFAttachment_GetFile',
  'FPDFAttachment_GetName',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_Destroy',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetStride',
  'FPDFBookmark_GetAction',
  'FPDFBookmark_GetDest',
  'FPDFBookmark_GetFirstChild',
  'FPDFBookmark_GetNextSibling',
  'FPDFBookmark_GetTitle',
  'FPDFCatalog_IsTagged',
  'FPDFDest_GetDestPageIndex',
  'FPDFDest_GetLocationInPage',
  'FPDFDoc_GetAttachment',
  'FPDFDoc_GetAttachmentCount',
  'FPDFFont_GetBaseFontName',
  'FPDFFont_GetFlags',
  'FPDFFont_GetGlyphWidth',
  'FPDFFont_GetItalicAngle',
  'FPDFFont_GetWeight',
  'FPDFClipPath_CountPathSegments',
  'FPDFClipPath_CountPaths',
  'FPDFClipPath_GetPathSegment',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFLink_Enumerate',
  'FPDFLink_GetAction',
  'FPDFLink_GetAnnotRect',
  'FPDFPageObjMark_GetName',
  'FPDFPageObjMark_GetParamStringValue',
  'FPDFPageObj_CountMarks',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetClipPath',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetMark',
  'FPDFPageObj_GetMarkedContentID',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetStrokeColor',
  'FPDFPageObj_GetType',
  'FPDFPageObj_SetIsActive',
  'FPDFPage_CloseAnnot',
  'FPDFPage_CountObjects',
  'FPDFPage_GetAnnot',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetObject',
  'FPDFPathSegment_GetClose',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFPath_CountSegments',
  'FPDFPath_GetDrawMode',
  'FPDFPath_GetPathSegment',
  'FPDFTextObj_GetFont',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetFontSize',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetMatrix',
  'FPDFText_GetTextObject',
  'FPDFText_GetUnicode',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_IsHyphen',
  'FPDFText_LoadPage',
  'FPDF_CloseDocument',
  'FPDF_ClosePage',
  'FPDF_GetFormType',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_GetPageHeightF',
  'FPDF_GetPageWidthF',
  'FPDF_LoadMemDocument',
  'FPDF_LoadPage',
  'FPDF_PageToDevice',
  'FPDF_RenderPageBitmap',
  'FPDF_StructElement_Attr_GetNumberValue',
  'FPDF_StructElement_Attr_GetValue',
  'FPDF_StructElement_CountChildren',
  'FPDF_StructElement_GetAttributeAtIndex',
  'FPDF_StructElement_GetAttributeCount',
  'FPDF_StructElement_GetChildAtIndex',
  'FPDF_StructElement_GetChildMarkedContentID',
  'FPDF_StructElement_GetType',
  'FPDF_StructTree_Close',
  'FPDF_StructTree_CountChildren',
  'FPDF_StructTree_GetChildAtIndex',
  'FPDF_StructTree_GetForPage',
  'PDFiumExt_Init',
  'PDFiumExt_InitFormFillEnvironment',
  'PDFiumExt_OpenFormFillInfo',
] as const;

type Calls = Readonly<Record<(typeof names)[number], (...values: number[]) => number>>;

/** An instance of PDFium with memory of its own, which goes with it. */
export interface Pdfium {
  readonly call: Calls;
  /** Room of 1 KiB for what a function returns by address. */
  readonly scratch: number;
  allocate(bytes: number): number;
  free(address: number): void;
  write(address: number, bytes: Uint8Array): void;
  /** The bytes at an address, valid until the next call. */
  bytes(address: number, length: number): Uint8Array;
  float(address: number): number;
  double(address: number): number;
  int(address: number): number;
  /** Text in UTF-16 that a function writes to a buffer: the function gets the buffer and its length, and returns the length needed. */
  text(write: (buffer: number, length: number) => number): string;
  /** Reads text that a function writes to a buffer with one byte a character; otherwise like `text`. */
  latin(write: (buffer: number, length: number) => number): string;
  /** Bytes that its memory takes; it never shrinks. */
  readonly memoryBytes: number;
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const path = fileURLToPath(new URL('pdfium.wasm', import.meta.resolve('@embedpdf/pdfium')));
  return WebAssembly.compile(await readFile(path));
}

const scratchBytes = 1_024;
const maxTextBytes = 8_192;

/** The functions as they are compiled: those of the module check the number of their arguments at every call, which takes longer than most. */
function callsOf(exports: object): Calls {
  const found = Object.fromEntries(
    names.map((name) => {
      const call: unknown = Reflect.get(exports, name);
      if (typeof call !== 'function') throw new Error(`PDFium lacks the function ${name}`);
      return [name, call];
    }),
  );
  return found as Calls;
}

type Views = Readonly<
  Record<'HEAPF32' | 'HEAPF64' | 'HEAP32', { readonly [index: number]: number; readonly length: number }>
>;

/** Readers of numbers in memory, which keep its views: as it grows, those before are left empty. */
function viewsOf(module: Views): Pick<Pdfium, 'float' | 'double' | 'int'> {
  let { HEAPF32: floats, HEAPF64: doubles, HEAP32: ints } = module;
  const renew = () => {
    ({ HEAPF32: floats, HEAPF64: doubles, HEAP32: ints } = module);
  };
  return {
    float(address) {
      if (floats.length === 0) renew();
      return floats[address >> 2] as number;
    },
    double(address) {
      if (doubles.length === 0) renew();
      return doubles[address >> 3] as number;
    },
    int(address) {
      if (ints.length === 0) renew();
      return ints[address >> 2] as number;
    },
  };
}

/** Starts PDFium with a memory of its own. It is compiled once a process. */
export async function loadPdfium(): Promise<Pdfium> {
  compiled ??= compile();
  const code = await compiled;
  const { pdfium: module } = await init({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(code, imports).then(
        (instance) => receive(instance, code),
        () => undefined,
      );
      return {};
    },
    // PDFium's messages concern the file, which fails or is read as far as possible.
    print: () => undefined,
    printErr: () => undefined,
  });
  const call = callsOf(module.wasmExports);
  call.PDFiumExt_Init();
  const { malloc, free } = module.wasmExports;
  const scratch = malloc(scratchBytes);
  const readText = (write: (buffer: number, length: number) => number, encoding: 'utf16le' | 'latin1') => {
    const buffer = malloc(maxTextBytes);
    const unit = encoding === 'latin1' ? 1 : 2;
    const length = Math.min(maxTextBytes, write(buffer, maxTextBytes));
    // It ends with a zero.
    const text = Buffer.from(module.HEAPU8.subarray(buffer, buffer + Math.max(0, length - unit))).toString(
      encoding,
    );
    free(buffer);
    return text;
  };
  const memory = viewsOf(module);
  return {
    call,
    scratch,
    allocate: malloc,
    free,
    write: (address, bytes) => module.HEAPU8.set(bytes, address),
    bytes: (address, length) => module.HEAPU8.subarray(address, address + length),
    ...memory,
    text: (write) => readText(write, 'utf16le'),
    latin: (write) => readText(write, 'latin1'),
    get memoryBytes() {
      return module.HEAPU8.length;
    },
  };
}
