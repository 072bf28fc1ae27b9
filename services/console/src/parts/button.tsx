import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';

/** Button that looks like a link, for texts and tables. */
export const LinkButton = (props: Omit<AriaButtonProps, 'className'>) => (
  <AriaButton {...props} className="link-button" />
);

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'isPending'> {
  /** Appearance; `primary` is the main action of a page, at most one. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Whether the button is a square with an icon; it then needs an `aria-label`. */
  readonly isIcon?: boolean;
  /** Whether its action is in progress: the button keeps the focus and ignores presses. */
  readonly isPending?: boolean;
  readonly children: ReactNode;
}

/** Button of the console; a pending one cannot be pressed again. */
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
