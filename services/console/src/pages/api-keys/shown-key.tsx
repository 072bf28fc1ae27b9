import { Button } from '../../parts/button.tsx';
import { Once } from '../../parts/code-block.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';

interface ShownKeyProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A key that was just created, which is not shown again. */
export const ShownKey = ({ title, secret, onClose }: ShownKeyProps) => (
  <Dialog title={title} isOpen isBlocking onClose={onClose}>
    <Once label="API key" secret={secret} />
    <DialogButtons>
      <Button look="primary" onPress={onClose}>
        I have the key
      </Button>
    </DialogButtons>
  </Dialog>
);
