import { useState } from 'react';
import { Button } from './button.tsx';
import { Choice } from './choice.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import { Problem } from './problem.tsx';

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
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onRotate: (period: string) => void;
  readonly onClose: () => void;
}

/** Dialog that asks how long a replaced value remains valid. */
export function RotateDialog({
  title,
  explanation,
  question,
  periods,
  isPending,
  error,
  onRotate,
  onClose,
}: RotateDialogProps) {
  const [period, setPeriod] = useState(periods[0].value);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{explanation}</p>
      <Choice label={question} value={period} options={periods} onChange={setPeriod} />
      {error && <Problem error={error} />}
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button look="primary" isPending={isPending} onPress={() => onRotate(period)}>
          Rotate
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
