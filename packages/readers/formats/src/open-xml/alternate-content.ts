import { childOf, elementsOf, type XmlElement } from '../xml/element.ts';

/** Returns the content of an `mc:AlternateContent` for newer programs; without it, that for older ones. */
export const chosenContent = (element: XmlElement): XmlElement[] =>
  elementsOf(childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback'));
