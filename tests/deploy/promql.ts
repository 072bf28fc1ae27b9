/** Reads the selectors of an expression of PromQL with Prometheus' own grammar. */
import type { SyntaxNodeRef } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** A series that an expression reads: the metric, and the labels that it is chosen by. */
interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels that series are added up, compared or counted by. */
  readonly groupings: readonly string[];
}

/** Grafana's variables stand where PromQL has durations and values. */
const withoutVariables = (expression: string) =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll(/"\$(\w+)"/g, '"any"');

/** Reads an expression; throws where it is none. */
export function readExpression(text: string): Expression {
  const source = withoutVariables(text);
  const textOf = ({ from, to }: SyntaxNodeRef) => source.slice(from, to);
  const selectors: { metric: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  let isGrouping = false;
  parser.parse(source).iterate({
    enter(node) {
      if (node.type.isError)
        throw new Error(`${text} is no PromQL at ${node.from}: ${source.slice(node.from)}`);
      if (node.name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const selector = selectors.at(-1);
      if (node.name === 'Identifier' && selector) selector.metric = textOf(node);
      if (node.name === 'GroupingLabels') isGrouping = true;
      if (node.name !== 'LabelName') return;
      if (isGrouping) groupings.push(textOf(node));
      else selector?.labels.push(textOf(node));
    },
    leave(node) {
      if (node.name === 'GroupingLabels') isGrouping = false;
    },
  });
  return { selectors, groupings };
}
