import type { FlatBlock } from '../../document-tree/assemble-blocks.ts';
import { isPrivate, showSymbols, symbolFontOf } from '../../document-tree/fonts.ts';
import {
  addressIn,
  type Block,
  type Inline,
  inlineText,
  isBlank,
  isCode,
  withoutBold,
} from '../../document-tree/tree.ts';
import { equationRun } from '../../open-xml/equation.ts';
import { objectIdsIn } from '../../open-xml/objects.ts';
import { addressOf, chosenContent } from '../../open-xml/relationships.ts';
import { childOf, childrenOf, elementsOf, findElement, textOf, type XmlElement } from '../../xml/read-xml.ts';
import type { Marker } from './numbering.ts';
import type { NoteKind, Reading } from './reading.ts';
import {
  isOn,
  type Looks,
  outlineLevelOf,
  over,
  readLooks,
  readNumberingProperties,
  type Style,
  settingOf,
} from './styles.ts';

/** The value of a field of an old form by its `w:ffData`: the entry that is selected, a box that is checked or not. */
function formValueOf(data: XmlElement | undefined): string | undefined {
  const box = childOf(data, 'w:checkBox');
  if (box) return (isOn(box, 'w:checked') ?? isOn(box, 'w:default')) ? '☑' : '☐';
  const list = childOf(data, 'w:ddList');
  const selected = Number(settingOf(list, 'w:result') ?? settingOf(list, 'w:default') ?? 0);
  const entry = list && childrenOf(list, 'w:listEntry')[selected];
  return entry ? entry.attributes['w:val'] : settingOf(childOf(data, 'w:textInput'), 'w:default');
}

/** Content of a paragraph. */
interface ParagraphContent {
  readonly inlines: Inline[];
  /** The content of text boxes that are anchored in it. */
  readonly boxes: XmlElement[];
  /** Charts and diagrams in it. */
  readonly objects: Block[];
}

interface Place {
  readonly reading: Reading;
  readonly content: ParagraphContent;
  /** Default formatting of text. */
  readonly looks: Looks;
  readonly href?: string | undefined;
  /** Whether it is in a control that nothing was entered into. */
  readonly isPlaceholder?: boolean;
}

type Reader = (element: XmlElement, place: Place) => void;

/** The inlines of a paragraph as they are after all tracked changes are accepted. */
function readInlines(paragraph: XmlElement, reading: Reading, looks: Looks): ParagraphContent {
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
  reading.fields.show();
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

const readEquation: Reader = (element, { reading, content }) => {
  if (!reading.fields.isInstruction) content.inlines.push(equationRun(element));
};

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
  const data = childOf(element, 'w:ffData');
  const isChoice = ['w:checkBox', 'w:ddList'].some((name) => childOf(data, name) !== undefined);
  if (type === 'begin') fields.begin(formValueOf(data), isChoice);
  else if (type === 'separate') fields.separate();
  else addText(fields.end() ?? '', place);
};

/** Reads the ends of fields in deleted text: a field that still exists may begin or end in it. */
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
  'm:oMathPara': readEquation,
  'm:oMath': readEquation,
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
  'w:altChunk': ({ attributes }, { reading, content }) =>
    void content.objects.push(...(reading.objects.get(attributes['r:id'] ?? '') ?? [])),
  'w:pict': readShape,
  'w:object': readShape,
};

/** Word's way to say that a paragraph has no number although its style has one. */
const noNumbering = '0';

/** Reads a paragraph, and the text boxes that are anchored in it. */
export function readParagraph(paragraph: XmlElement, reading: Reading): FlatBlock[] {
  const properties = childOf(paragraph, 'w:pPr');
  const style = reading.styles.get(settingOf(properties, 'w:pStyle'));
  // Formatting of a style that applies to all its text shows in the kind of its block.
  const isLook = headingLevelOf(properties, style) === 0 && !style.isQuote;
  const { inlines, boxes, objects } = readInlines(
    paragraph,
    reading,
    isLook ? style.looks : monospacedOf(style),
  );
  const boxed = boxes.flatMap((box) => reading.readBlocks(elementsOf(box), reading));
  if (style.isContents) return [...boxed, ...objects];
  return [...blocksOf(inlines, { properties, style, reading }), ...boxed, ...objects];
}

interface Context {
  readonly properties: XmlElement | undefined;
  readonly style: Style;
  readonly reading: Reading;
}

const monospacedOf = ({ looks: { monospaced } }: Style) => ({ monospaced });

const headingLevelOf = (properties: XmlElement | undefined, style: Style) =>
  outlineLevelOf(properties) ?? style.headingLevel ?? 0;

function blocksOf(content: readonly Inline[], context: Context): FlatBlock[] {
  const { style, properties } = context;
  if (isBlank(content)) return isBlankCode(content, context) ? [{ kind: 'code', text: '' }] : [];
  const level = headingLevelOf(properties, style);
  const marker = countMarker(context);
  if (level > 0) return [{ kind: 'heading', level, content: numbered(withoutBold(content), marker) }];
  if (marker) return [{ kind: 'item', ...marker, blocks: [{ kind: 'paragraph', content }] }];
  if (style.isCode || isCode(content)) return [{ kind: 'code', text: inlineText(content) }];
  if (style.isQuote) return [{ kind: 'quote', blocks: [{ kind: 'paragraph', content }] }];
  return [{ kind: 'paragraph', content }];
}

/** An empty line of code, which is seen where more code follows. */
function isBlankCode(inlines: readonly Inline[], { properties, style }: Context): boolean {
  const hasNothingElse = inlines.every((inline) => 'text' in inline);
  const looks = over(readLooks(childOf(properties, 'w:rPr')), style.looks);
  return hasNothingElse && (style.isCode || looks.monospaced === true);
}

function countMarker({ properties, style, reading }: Context): Marker | undefined {
  const own = readNumberingProperties(properties);
  if (own?.id === noNumbering) return undefined;
  // Word shows the list of the style where the paragraph names one that is not there.
  const ids = [own?.id, style.numbering?.id].filter((id) => id !== undefined);
  const id = ids.find(reading.numbering.isDefined) ?? ids[0];
  if (id === undefined || id === noNumbering) return undefined;
  const level = own?.level ?? style.numbering?.level;
  return reading.numbering.next(id, level, settingOf(properties, 'w:pStyle'));
}

function numbered(content: readonly Inline[], marker: Marker | undefined): Inline[] {
  return marker?.ordered && marker.label ? [{ text: `${marker.label} ` }, ...content] : [...content];
}
