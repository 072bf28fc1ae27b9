import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Once } from './code-block.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

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
