import type { Format } from '../format.ts';
import { calendar, contacts } from './calendar/calendar.ts';
import { csv } from './csv/csv.ts';
import { doc } from './doc/doc.ts';
import { docx } from './docx/docx.ts';
import { eml } from './eml/eml.ts';
import { epub } from './epub/epub.ts';
import { flatOffice } from './flat-office/flat-office.ts';
import { html } from './html/html.ts';
import { images } from './image/images.ts';
import { json } from './json/json.ts';
import { mbox } from './mbox/mbox.ts';
import { msg } from './msg/msg.ts';
import { notebook } from './notebook/notebook.ts';
import { odp } from './odp/odp.ts';
import { odt } from './odt/odt.ts';
import { p7m } from './p7m/p7m.ts';
import { pdf } from './pdf/pdf.ts';
import { ppt } from './ppt/ppt.ts';
import { pptx } from './pptx/pptx.ts';
import { rtf } from './rtf/rtf.ts';
import { ods, xls, xlsb, xlsx, xmlWorkbook } from './spreadsheet/spreadsheet.ts';
import { subtitles } from './subtitles/subtitles.ts';
import { markdown, text } from './text/text.ts';
import { xml } from './xml/xml.ts';

/** Every format that can be read; the first that matches a file reads it, and plain text matches any text. */
export const formats: readonly Format[] = [
  ...[pdf, docx, doc, pptx, ppt, odt, odp, rtf],
  ...[xlsx, xls, ods, xlsb, xmlWorkbook, epub, msg, p7m],
  ...flatOffice,
  ...images,
  ...[html, xml, mbox, eml, notebook, json, subtitles, calendar, contacts, csv, markdown, text],
];
