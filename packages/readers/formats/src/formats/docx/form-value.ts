import { childOf, childrenOf, type XmlElement } from '../../xml/element.ts';
import { isOn } from './looks.ts';
import { settingOf } from './styles.ts';

/** The value of a field of an old form by its `w:ffData`: the entry that is selected, a box that is checked or not. */
export function formValueOf(data: XmlElement | undefined): string | undefined {
  const box = childOf(data, 'w:checkBox');
  if (box) return (isOn(box, 'w:checked') ?? isOn(box, 'w:default')) ? '☑' : '☐';
  const list = childOf(data, 'w:ddList');
  const selected = Number(settingOf(list, 'w:result') ?? settingOf(list, 'w:default') ?? 0);
  const entry = list && childrenOf(list, 'w:listEntry')[selected];
  return entry ? entry.attributes['w:val'] : settingOf(childOf(data, 'w:textInput'), 'w:default');
}
