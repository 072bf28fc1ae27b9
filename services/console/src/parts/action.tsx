import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keepFocus } from '../shell/keep-focus.ts';
import { useSubmission } from '../use-submission.ts';
import { Button } from './button.tsx';
import { describeProblem } from './describe-problem.ts';
import { Confirm } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import { showToast } from './toasts.tsx';

/** Question before an action. */
interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** Label of the button that confirms; by default that of the action. */
  readonly action?: string;
  /** Label of the button that closes the dialog without the action. */
  readonly dismissal?: string;
  /** Text that has to be entered before the action, if it cannot be undone. */
  readonly typed?: string;
}

/** Message about a result: a text, or that of a failure. */
type Message = string | { readonly tone: 'bad'; readonly text: string };

/** Action of a page: its button, its question and its request. */
export interface ActionProps<Result> {
  readonly label: string;
  readonly icon?: IconName;
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly isDisabled?: boolean;
  /** Label for screen readers, where `label` alone does not name the object. */
  readonly name?: string;
  readonly run: () => Promise<Result>;
  /** Message about the result; none by default. */
  readonly done?: Message | ((result: Result) => Message);
  /** Called after the request and before all data is loaded again: a page that shows a deleted object is left here. */
  readonly onDone?: (result: Result) => unknown;
  readonly ask?: Question;
}

/** Returns the mutation of an action. Its result is a message; everything that is shown is loaded again. */
function useAction<Result>({ run, done, onDone, ask }: ActionProps<Result>, close: () => void) {
  const queries = useQueryClient();
  return useSubmission({
    mutationFn: run,
    async onSuccess(result) {
      const message = typeof done === 'function' ? done(result) : done;
      if (message !== undefined)
        showToast(typeof message === 'string' ? { tone: 'good', text: message } : message);
      close();
      await onDone?.(result);
      void queries.invalidateQueries();
      keepFocus();
    },
    onError(error) {
      if (!ask) showToast({ tone: 'bad', text: describeProblem(error).title });
    },
  });
}

interface AskedProps<Result> extends ActionProps<Result> {
  readonly ask: Question;
  readonly onClose: () => void;
}

/** Dialog with the question of an action, which shows its error. */
export function AskedAction<Result>({ onClose, ...action }: AskedProps<Result>) {
  const { label, ask } = action;
  const { mutate, isPending, error } = useAction(action, onClose);
  return (
    <Confirm
      {...ask}
      action={ask.action ?? label}
      onClose={onClose}
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
    >
      {typeof ask.text === 'string' ? <p>{ask.text}</p> : ask.text}
    </Confirm>
  );
}

/** Button of an action. With a question, it opens a dialog; without one, an error is a message. */
export function Action<Result>(props: ActionProps<Result>) {
  const { label, icon, look = 'plain', isDisabled = false, name, ask } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { mutate, isPending } = useAction(props, close);
  return (
    <>
      <Button
        look={look}
        isDisabled={isDisabled}
        isPending={isPending}
        {...(name !== undefined && { 'aria-label': name })}
        onPress={() => (ask ? setOpen(true) : mutate())}
      >
        {icon && <Icon name={icon} />} {label}
      </Button>
      {ask && isOpen && <AskedAction {...props} ask={ask} onClose={close} />}
    </>
  );
}
