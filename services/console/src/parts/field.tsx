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
