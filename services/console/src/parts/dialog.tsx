import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import './dialog.css';
import { ShownName } from './shown-name.tsx';

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
