import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import './fields.css';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { Icon } from './icon.tsx';

interface BoxProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'id'> {
  /** Whether all, some or none of the items that the checkbox represents are selected. */
  readonly state: 'all' | 'some' | 'none';
  readonly onToggle: () => void;
}

/** Checkbox that is half checked while only some of its items are selected. */
export function Box({ state, onToggle, ...rest }: BoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      className="box"
      checked={state === 'all'}
      onChange={onToggle}
    />
  );
}

/** Returns whether all, some or none of the values are selected. */
export function stateOf<Value>(values: readonly Value[], isChosen: (value: Value) => boolean) {
  const count = values.filter(isChosen).length;
  if (count === 0) return 'none';
  return count === values.length ? 'all' : 'some';
}

interface FieldProps extends Omit<TextFieldProps, 'className' | 'children'> {
  readonly label: string;
  /** Whether the label is for screen readers only, where the context makes it obvious. */
  readonly hidesLabel?: boolean;
  /** Description or example. */
  readonly hint?: ReactNode;
  /** Error of the field that the service reported. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** Number of lines; undefined for a field of one line. */
  readonly rows?: number;
}

/** Text field with its label, description and error. */
export function Field({ label, hint, error, placeholder = '', rows, hidesLabel, ...rest }: FieldProps) {
  return (
    <TextField
      {...rest}
      {...(hidesLabel && { 'aria-label': label })}
      // The service validates: an error that it reported must not prevent the form from being submitted again.
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className="field"
    >
      {!hidesLabel && <Label className="field-label">{label}</Label>}
      {rows === undefined ? (
        <Input className="input" placeholder={placeholder} />
      ) : (
        <TextArea className="input" placeholder={placeholder} rows={rows} />
      )}
      {hint && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Whether the label is for screen readers only, where the context makes it obvious. */
  readonly hidesLabel?: boolean;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly placeholder?: string;
  readonly onChange: (value: Value) => void;
}

/** Select box with its label. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hidesLabel = false, value, options, placeholder = 'Select', onChange } = props;
  return (
    <Select
      className="field"
      validationBehavior="aria"
      {...(hidesLabel && { 'aria-label': label })}
      value={value ?? null}
      placeholder={placeholder}
      // The keys are the values of the options.
      onChange={(key) => onChange(key as Value)}
    >
      {!hidesLabel && <Label className="field-label">{label}</Label>}
      <Button className="choice-button">
        <SelectValue className="choice-value" />
        <Icon name="down" />
      </Button>
      <Popover className="popover choice-popover">
        <ListBox className="menu" items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className="menu-item">
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Description below the label. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** Checkbox with its label and description. */
export const Check = ({ isOn, onChange, hint, children }: CheckProps) => (
  <label className="check">
    <input
      type="checkbox"
      className="box"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      {children}
      {hint !== undefined && <span className="check-hint">{hint}</span>}
    </span>
  </label>
);

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

interface OptionProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly state: 'all' | 'some' | 'none';
  readonly onToggle: () => void;
}

function Option({ label, hint, state, onToggle }: OptionProps) {
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
          <Option
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
            <Option label={name} state={stateOf(values, isChosen)} onToggle={() => toggle(values)} />
            <div className="checks-members">{checks}</div>
          </div>
        );
      })}
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

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

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Formats a value for users. */
  readonly format: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** Slider for a number between `min` and `max`. */
export const Slider = ({ label, value, min, max, step, format, onChange }: SliderProps) => (
  <AriaSlider
    className="slider"
    value={value}
    minValue={min}
    maxValue={max}
    step={step}
    onChange={(changed) => onChange(Array.isArray(changed) ? (changed[0] ?? value) : changed)}
  >
    <Label className="field-label">{label}</Label>
    <SliderOutput className="slider-value">{format(value)}</SliderOutput>
    <SliderTrack className="slider-track">
      <SliderThumb className="slider-thumb" />
    </SliderTrack>
  </AriaSlider>
);
