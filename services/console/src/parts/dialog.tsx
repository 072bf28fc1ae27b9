import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useSubmission } from '../use-submission.ts';
import { Button } from './button.tsx';
import { Once } from './code-block.tsx';
import { Choice, Field } from './fields.tsx';
import { Form } from './form.tsx';
import './dialog.css';
import { ShownName } from './columns.tsx';

interface ConfirmProps {
  readonly title: string;
  /** Label of the button that performs the action. */
  readonly action: string;
  /** Label of the button that closes the dialog without the action. */
  readonly dismissal?: string;
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
  const { title, onConfirm, typed, children, ...form } = props;
  const [text, setText] = useState('');
  const isSure = typed === undefined || text === typed;
  return (
    <Dialog title={title} isOpen onClose={form.onClose}>
      <Form {...form} look="danger" isDialog isDisabled={!isSure} onSubmit={onConfirm}>
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
      </Form>
    </Dialog>
  );
}

interface Period {
  readonly value: string;
  readonly label: string;
}

interface RotateDialogProps {
  readonly title: string;
  /** Explanation of the effect of the rotation. */
  readonly explanation: string;
  /** Question how long the old value remains valid; the first period is the default. */
  readonly question: string;
  readonly periods: readonly [Period, ...Period[]];
  /** Title and label of the new value. */
  readonly shown: Pick<ShownKeyProps, 'title' | 'label'>;
  /** Replaces the value, and resolves to the new one. */
  readonly rotate: (period: number) => Promise<string>;
  readonly onClose: () => void;
}

/** Dialog that asks how long a replaced value remains valid, replaces it, and shows the new one once. */
export function RotateDialog(props: RotateDialogProps) {
  const { title, explanation, question, periods, shown, rotate, onClose } = props;
  const queries = useQueryClient();
  const [period, setPeriod] = useState(periods[0].value);
  const { mutate, data, error, isPending } = useSubmission({
    mutationFn: () => rotate(Number(period)),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (data !== undefined) return <ShownKey {...shown} secret={data} onClose={onClose} />;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        action="Rotate"
        isDialog
        onClose={onClose}
        error={error}
        isPending={isPending}
        onSubmit={() => mutate()}
      >
        <p>{explanation}</p>
        <Choice label={question} value={period} options={periods} onChange={setPeriod} />
      </Form>
    </Dialog>
  );
}

interface ShownKeyProps {
  readonly title: string;
  /** Label of the key: its kind. */
  readonly label?: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Next steps with the key. */
  readonly children?: ReactNode;
}

/** Dialog with a key that was just created and is not shown again. */
export const ShownKey = ({ title, label = 'API key', secret, onClose, children }: ShownKeyProps) => (
  <Dialog title={title} isOpen isBlocking onClose={onClose}>
    <Once label={label} secret={secret} />
    {children}
    <DialogButtons>
      <Button look="primary" onPress={onClose}>
        I have the key
      </Button>
    </DialogButtons>
  </Dialog>
);

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether only the dialog's own buttons close it. */
  readonly isBlocking?: boolean;
  readonly children: ReactNode;
}

/** Dialog over the page; Escape and a press beside it close it unless `isBlocking`. */
export function Dialog({ title, isOpen, onClose, isBlocking = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className="dialog-shade"
      isOpen={isOpen}
      isDismissable={!isBlocking}
      isKeyboardDismissDisabled={isBlocking}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="dialog-frame">
        <AriaDialog className="dialog">
          <Heading slot="title" level={2}>
            <ShownName>{title}</ShownName>
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Row of buttons at the end of a dialog. */
export const DialogButtons = ({ children }: { readonly children: ReactNode }) => (
  <div className="dialog-buttons">{children}</div>
);
