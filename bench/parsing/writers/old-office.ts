import { toOldFormat } from '@docfleet/testing';
import type { Writer } from '../documents/document.ts';
import { writeDocx } from './docx.ts';
import { writePptx } from './pptx.ts';

/** The formats of before 2007, which LibreOffice writes. */
export const writeDoc: Writer = async (document) => toOldFormat(await writeDocx(document), 'docx', 'doc');
export const writePpt: Writer = async (document) => toOldFormat(await writePptx(document), 'pptx', 'ppt');
