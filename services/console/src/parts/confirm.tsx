import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { Button } from './button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Field } from './field.tsx';
import { Problem } from './problem.tsx';

interface ConfirmProps {
  readonly title: string;
  /** Label of the button that performs the action. */
  readonly action: string;
  /** Label of the button that closes the dialog without the action. */
  readonly dismissal?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Text that has to be entered before the action, if it cannot be undone. */
  readonly typed?: string;
  readonly children: ReactNode;
}

/** Dialog that asks for confirmation of an action. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    action,
    dismissal = 'Cancel',
    isOpen,
    onClose,
    onConfirm,
    isPending,
    error,
    typed,
    children,
  } = props;
  const [text, setText] = useState('');
  const isSure = typed === undefined || text === typed;
  const submit = () => isSure && onConfirm();
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>{children}</div>
        {typed !== undefined && (
          <Field
            label={`Type ${typed} to confirm`}
            value={text}
            onChange={setText}
            autoComplete="off"
            autoFocus
          />
        )}
        {error != null && <Problem error={error} />}
        <DialogButtons>
          <Button onPress={onClose}>{dismissal}</Button>
          <Button type="submit" look="danger" isDisabled={!isSure} isPending={isPending}>
            {action}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  );
}
