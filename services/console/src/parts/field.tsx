import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import './field.css';

interface FieldProps extends Omit<TextFieldProps, 'className' | 'children'> {
  readonly label: string;
  /** The label is told to those alone who cannot see the place that makes it plain. */
  readonly hidesLabel?: boolean;
  /** What it is for, or an example. */
  readonly hint?: ReactNode;
  /** What is wrong with it, as the service said. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** More than one: a text of several lines. */
  readonly rows?: number;
}

/** A text to be typed, with its name, what it is for and what is wrong with it. */
export function Field({ label, hint, error, placeholder = '', rows, hidesLabel, ...rest }: FieldProps) {
  return (
    <TextField
      {...rest}
      {...(hidesLabel && { 'aria-label': label })}
      // The service judges: what it said of a field must not keep the form from being sent again.
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
