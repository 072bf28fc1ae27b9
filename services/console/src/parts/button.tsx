import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';

/** A button among words, or in a table: it looks like a link. */
export const LinkButton = (props: Omit<AriaButtonProps, 'className'>) => (
  <AriaButton {...props} className="link-button" />
);

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'isPending'> {
  /** `primary` is the main action of a page: at most one. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** A square with a picture in it; it needs an `aria-label`. */
  readonly isIcon?: boolean;
  /** Its action is in progress: it keeps the focus and ignores presses. */
  readonly isPending?: boolean;
  readonly children: ReactNode;
}

/** A button. */
export function Button({
  look = 'plain',
  isIcon = false,
  isPending = false,
  children,
  ...rest
}: ButtonProps) {
  const { onPress, type = 'button', ...others } = rest;
  return (
    <AriaButton
      {...others}
      {...(onPress && !isPending && { onPress })}
      type={isPending ? 'button' : type}
      data-pending={isPending || undefined}
      className={`button button-${look} ${isIcon ? 'button-icon' : ''}`}
    >
      {children}
      <span className="hidden" role="status">
        {isPending ? 'Working' : ''}
      </span>
    </AriaButton>
  );
}
