import { Button, type ButtonProps } from 'react-aria-components/Button';
import './link-button.css';

/** A button among words, or in a table: it looks like a link. */
export const LinkButton = (props: Omit<ButtonProps, 'className'>) => (
  <Button {...props} className="link-button" />
);
