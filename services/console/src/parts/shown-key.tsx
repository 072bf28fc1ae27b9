import { Button } from './button.tsx';
import { Once } from './code-block.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

interface ShownKeyProps {
  readonly title: string;
  /** What kind of key it is. */
  readonly label?: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A key that was just created, which is not shown again. */
export const ShownKey = ({ title, label = 'API key', secret, onClose }: ShownKeyProps) => (
  <Dialog title={title} isOpen isBlocking onClose={onClose}>
    <Once label={label} secret={secret} />
    <DialogButtons>
      <Button look="primary" onPress={onClose}>
        I have the key
      </Button>
    </DialogButtons>
  </Dialog>
);
