import { useSearchText } from '../use-search-text.ts';
import { wordsOf } from './badge.tsx';
import { Choice } from './choice.tsx';

const all = 'ALL';

interface FilterProps<Value extends string> {
  /** Name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  /** Label of the option without a filter, as `Every status`. */
  readonly every: string;
  readonly values: readonly Value[];
  readonly labelOf?: (value: Value) => string;
}

/** Filter with options that is kept in the address. */
export function Filter<Value extends string>(props: FilterProps<Value>) {
  const { name, label, every, values, labelOf = wordsOf } = props;
  const [value, setValue] = useSearchText(name);
  const options: { value: string; label: string }[] = [
    { value: all, label: every },
    ...values.map((one) => ({ value: one, label: labelOf(one) })),
  ];
  return (
    <Choice
      label={label}
      hidesLabel
      value={value || all}
      options={options}
      onChange={(chosen) => setValue(chosen === all ? '' : chosen)}
    />
  );
}
