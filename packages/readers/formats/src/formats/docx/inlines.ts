import { addressIn } from '../../document-tree/hyperlink-field.ts';
import { isPrivate, showSymbols, symbolFontOf } from '../../document-tree/symbol-fonts.ts';
import type { Block, Inline } from '../../document-tree/tree.ts';
import { chosenContent } from '../../open-xml/alternate-content.ts';
import { equationText } from '../../open-xml/equation.ts';
import { objectIdsIn } from '../../open-xml/objects.ts';
import { addressOf } from '../../open-xml/relationships.ts';
import { childOf, elementsOf, findElement, textOf, type XmlElement } from '../../xml/element.ts';
import { formValueOf } from './form-value.ts';
import { isOn, type Looks, over, readLooks } from './looks.ts';
import type { NoteKind, Reading } from './reading.ts';
import { settingOf } from './styles.ts';

/** Content of a paragraph. */
export interface ParagraphContent {
  readonly inlines: Inline[];
  /** The content of text boxes that are anchored in it. */
  readonly boxes: XmlElement[];
  /** Charts and diagrams in it. */
  readonly objects: Block[];
}

interface Place {
  readonly reading: Reading;
  readonly content: ParagraphContent;
  /** How text looks where nothing is said. */
  readonly looks: Looks;
  readonly href?: string | undefined;
  /** Whether it is in a control that nothing was entered into. */
  readonly isPlaceholder?: boolean;
}

type Reader = (element: XmlElement, place: Place) => void;

/** The inlines of a paragraph as they are after all tracked changes are accepted. */
export function readInlines(paragraph: XmlElement, reading: Reading, looks: Looks): ParagraphContent {
  const content: ParagraphContent = { inlines: [], boxes: [], objects: [] };
  readChildren(paragraph, { reading, content, looks });
  return content;
}

function readAll(elements: readonly XmlElement[], place: Place): void {
  for (const element of elements) readers[element.name]?.(element, place);
}

const readChildren: Reader = (element, place) => readAll(elementsOf(element), place);

const readHyperlink: Reader = (element, place) => {
  const href = addressOf(place.reading.relationships, element.attributes['r:id']);
  readChildren(element, { ...place, href: href ?? place.href });
};

const readSimpleField: Reader = (element, place) =>
  readChildren(element, { ...place, href: addressIn(element.attributes['w:instr'] ?? '') ?? place.href });

/** Programs that fill in a control often leave it marked: it is its placeholder only where it looks like one. */
const readControl: Reader = (element, place) => {
  const isPlaceholder = isOn(childOf(element, 'w:sdtPr'), 'w:showingPlcHdr') ?? false;
  readChildren(element, { ...place, isPlaceholder: place.isPlaceholder || isPlaceholder });
};

const readRun: Reader = (element, place) => {
  const properties = childOf(element, 'w:rPr');
  const { styles } = place.reading;
  const style = settingOf(properties, 'w:rStyle');
  // "Click here to enter text."
  if (place.isPlaceholder && styles.isPlaceholder(style)) return;
  const looks = properties
    ? over(over(readLooks(properties), styles.ofRun(style)), place.looks)
    : place.looks;
  if (!looks.hidden) readChildren(element, { ...place, looks });
};

function addText(text: string, { reading, content, looks, href }: Place): void {
  if (reading.fields.isInstruction || text === '') return;
  content.inlines.push({
    text: showSymbols(text, looks.symbolFont || undefined),
    bold: looks.bold ?? false,
    italic: looks.italic ?? false,
    strike: looks.strike ?? false,
    raised: looks.raised ?? false,
    code: looks.monospaced ?? false,
    href: href ?? reading.fields.href,
  });
}

const readBreak: Reader = ({ attributes }, { content }) => {
  const isLine = !attributes['w:type'] || attributes['w:type'] === 'textWrapping';
  content.inlines.push(isLine ? { kind: 'break' } : { text: ' ' });
};

const noteReader =
  (kind: NoteKind): Reader =>
  ({ attributes }, { reading, content }) => {
    const label = reading.notes.labelOf(kind, attributes['w:id'] ?? '');
    if (!reading.fields.isInstruction) content.inlines.push({ kind: 'note-reference', label });
  };

const readFieldCharacter: Reader = (element, place) => {
  const type = element.attributes['w:fldCharType'];
  const { fields } = place.reading;
  if (type === 'begin') fields.begin(formValueOf(childOf(element, 'w:ffData')));
  else if (type === 'separate') fields.separate();
  else addText(fields.end() ?? '', place);
};

/** Reads the ends of fields in what was deleted: a field that is still there may begin or end in it. */
const readDeleted: Reader = (element, place) => {
  for (const child of elementsOf(element)) {
    if (child.name === 'w:fldChar') readFieldCharacter({ ...child, children: [] }, place);
    else readDeleted(child, place);
  }
};

const readSymbol: Reader = ({ attributes }, place) => {
  const code = attributes['w:char'] ?? '';
  if (!/^[\dA-F]{1,4}$/i.test(code)) return;
  const font = symbolFontOf(attributes['w:font']);
  const character = showSymbols(String.fromCharCode(Number.parseInt(code, 16)), font);
  addText(isPrivate(character) ? '' : character.toWellFormed(), { ...place, looks: letters(place.looks) });
};

/** Looks of text whose symbols are characters already. */
const letters = (looks: Looks): Looks => ({ ...looks, symbolFont: '' });

function boxesIn(element: XmlElement): XmlElement[] {
  if (element.name === 'w:txbxContent') return [element];
  const inner = element.name === 'mc:AlternateContent' ? chosenContent(element) : elementsOf(element);
  return inner.flatMap(boxesIn);
}

/** A drawing: the text in its boxes, and what its author says that a picture shows. */
const readDrawing: Reader = (element, place) => {
  if (place.reading.fields.isInstruction) return;
  place.content.boxes.push(...boxesIn(element));
  const { objects } = place.reading;
  place.content.objects.push(...objectIdsIn(element).flatMap((id) => objects.get(id) ?? []));
  const picture = findElement(element, 'pic:pic');
  const properties = findElement(element, 'wp:docPr')?.attributes;
  if (picture) addText(properties?.['descr'] || properties?.['title'] || '', { ...place, looks: {} });
};

const readShape: Reader = (element, place) => {
  if (place.reading.fields.isInstruction) return;
  place.content.boxes.push(...boxesIn(element));
  const shape = findElement(element, 'v:imagedata') && findElement(element, 'v:shape');
  addText(shape?.attributes['alt'] ?? '', { ...place, looks: {} });
};

const readers: Readonly<Record<string, Reader>> = {
  'w:r': readRun,
  'w:hyperlink': readHyperlink,
  'w:fldSimple': readSimpleField,
  'w:sdt': readControl,
  'w:sdtContent': readChildren,
  'w:ins': readChildren,
  'w:moveTo': readChildren,
  'w:del': readDeleted,
  'w:moveFrom': readDeleted,
  'w:smartTag': readChildren,
  'w:customXml': readChildren,
  'w:dir': readChildren,
  'w:bdo': readChildren,
  'w:ruby': (element, place) => readAll(elementsOf(childOf(element, 'w:rubyBase')), place),
  'mc:AlternateContent': (element, place) => readAll(chosenContent(element), place),
  'm:oMathPara': readChildren,
  'm:oMath': (element, place) => addText(equationText(element), { ...place, looks: {} }),
  'w:t': (element, place) => addText(textOf(element), place),
  'w:tab': (_, place) => addText('\t', place),
  'w:ptab': (_, place) => addText('\t', place),
  'w:noBreakHyphen': (_, place) => addText('-', place),
  'w:br': readBreak,
  'w:cr': (_, { content }) => void content.inlines.push({ kind: 'break' }),
  'w:sym': readSymbol,
  'w:footnoteReference': noteReader('footnote'),
  'w:endnoteReference': noteReader('endnote'),
  'w:fldChar': readFieldCharacter,
  'w:instrText': (element, { reading }) => reading.fields.instruct(textOf(element)),
  'w:drawing': readDrawing,
  'w:pict': readShape,
  'w:object': readShape,
};
