import { type ReactNode, useId } from 'react';
import { Box, stateOf } from './box.tsx';
import './checks.css';
import './field.css';

/** Option of a group of checkboxes. */
export interface CheckOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Description of the option. */
  readonly hint?: string;
}

interface ChecksProps<Value extends string> {
  readonly label: string;
  /** Description of the group, or a summary of the selection. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Lists of options; a list with a label can be selected as a whole. */
  readonly groups: readonly { readonly label?: string; readonly options: readonly CheckOption<Value>[] }[];
  readonly value: readonly Value[];
  readonly onChange: (value: Value[]) => void;
}

interface CheckProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly state: 'all' | 'some' | 'none';
  readonly onToggle: () => void;
}

function Check({ label, hint, state, onToggle }: CheckProps) {
  const id = useId();
  return (
    <label className="check" htmlFor={id}>
      <Box id={id} state={state} onToggle={onToggle} />
      <span>
        {label} {hint !== undefined && <span className="soft small">{hint}</span>}
      </span>
    </label>
  );
}

/** Group of checkboxes, divided into lists where there are many. */
export function Checks<Value extends string>(props: ChecksProps<Value>) {
  const { label, hint, error, groups, value, onChange } = props;
  const isChosen = (one: Value) => value.includes(one);
  function toggle(values: readonly Value[]) {
    const rest = value.filter((one) => !values.includes(one));
    onChange(values.every(isChosen) ? rest : [...rest, ...values]);
  }
  return (
    <fieldset className="checks">
      <legend>
        <span className="field-label">{label}</span> {hint && <span className="field-hint">{hint}</span>}
      </legend>
      {groups.map(({ label: name, options }) => {
        const values = options.map((option) => option.value);
        const checks = options.map((option) => (
          <Check
            key={option.value}
            label={option.label}
            hint={option.hint}
            state={isChosen(option.value) ? 'all' : 'none'}
            onToggle={() => toggle([option.value])}
          />
        ));
        if (name === undefined) return checks;
        return (
          <div key={name} className="checks-group">
            <Check label={name} state={stateOf(values, isChosen)} onToggle={() => toggle(values)} />
            <div className="checks-members">{checks}</div>
          </div>
        );
      })}
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
