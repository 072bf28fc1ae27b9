import { childOf, elementsOf, type XmlElement } from '../xml/element.ts';

/** What newer programs read of an `mc:AlternateContent`, and older ones where there is nothing else. */
export const chosenContent = (element: XmlElement): XmlElement[] =>
  elementsOf(childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback'));
