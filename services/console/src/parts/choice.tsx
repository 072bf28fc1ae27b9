import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Icon } from './icon.tsx';
import './choice.css';
import './field.css';

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
