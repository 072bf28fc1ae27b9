import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import './button.css';

interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  /** `primary` is what one came for: one on a page. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** A square with a picture in it; it needs an `aria-label`. */
  readonly isIcon?: boolean;
}

/** A button. While `isPending` it can be reached and read, and not pressed again. */
export const Button = ({ look = 'plain', isIcon = false, ...rest }: ButtonProps) => (
  <AriaButton {...rest} className={`button button-${look} ${isIcon ? 'button-icon' : ''}`} />
);
