import { type ReactNode, useId } from 'react';
import type { CheckOption } from './checks.tsx';
import './checks.css';
import './field.css';

interface RadiosProps<Value extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly options: readonly CheckOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons with descriptions. */
export function Radios<Value extends string>({ label, hint, options, value, onChange }: RadiosProps<Value>) {
  const id = useId();
  return (
    <fieldset className="checks">
      <legend>
        <span className="field-label">{label}</span> {hint && <span className="field-hint">{hint}</span>}
      </legend>
      {options.map((option) => (
        <label key={option.value} className="check" htmlFor={`${id}-${option.value}`}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={id}
            className="box"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label} {option.hint && <span className="soft small">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
