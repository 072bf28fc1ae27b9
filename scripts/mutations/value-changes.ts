import { type Change, isNode, type Place, textOf } from './syntax.ts';

const otherOperators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};

/** Mistakes in a literal, a condition, a default, a property of an object or a thrown error. */
export function valueChanges(place: Place): Change[] {
  const { node, within, text } = place;
  const { start, end } = node;
  const parent = within?.node;
  const isKey = parent?.['key'] === node && parent['shorthand'] !== true;
  switch (node.type) {
    case 'StringLiteral':
      return isKey || node['value'] === ''
        ? []
        : [[start, end, `'~${String(node['value']).replace(/['\\\n]/g, '')}'`, 'change']];
    case 'NumericLiteral':
      return isKey ? [] : [[start, end, String(Number(node['value']) + 1), 'change']];
    case 'BooleanLiteral':
      return [[start, end, String(!node['value']), 'flip']];
    case 'RegExpLiteral':
      return [[start, end, '/(?!)/', 'never match']];
    case 'TemplateElement': {
      const raw = text.slice(start, end);
      return raw.trim() === '' ? [] : [[start, end, `~${raw}`, 'change']];
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const condition = node['test'];
      return isNode(condition)
        ? [[condition.start, condition.end, `!(${textOf(place, condition)})`, 'invert']]
        : [];
    }
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [textOf(place, node['left']), textOf(place, node['right'])];
      if (node['operator'] === '??') return [[start, end, `(${left})`, 'no default']];
      const other = otherOperators[String(node['operator'])];
      return other ? [[start, end, `((${left}) ${other} (${right}))`, `${other} in`]] : [];
    }
    case 'ObjectProperty':
    case 'SpreadElement':
      // A property that is undefined equals an absent one.
      return parent?.type === 'ObjectExpression' && textOf(place, node['value']) !== 'undefined'
        ? [[start, end, '...[]', 'drop']]
        : [];
    case 'ThrowStatement':
      return [[start, end, ';', 'swallow']];
    default:
      return [];
  }
}
