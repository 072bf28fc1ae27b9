import type { ReactNode } from 'react';

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** Description below the label. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** Checkbox with its label and description. */
export const Check = ({ isOn, onChange, hint, children }: CheckProps) => (
  <label className="check">
    <input
      type="checkbox"
      className="box"
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      {children}
      {hint !== undefined && <span className="check-hint">{hint}</span>}
    </span>
  </label>
);
