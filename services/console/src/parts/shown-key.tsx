import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Once } from './code-block.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

interface ShownKeyProps {
  readonly title: string;
  /** What kind of key it is. */
  readonly label?: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** What can be done with it next. */
  readonly children?: ReactNode;
}

/** A key that was just created, which is not shown again. */
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
