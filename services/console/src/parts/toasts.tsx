import { createStore, useStore } from '../store.ts';
import { Button } from './button.tsx';
import { ShownName } from './columns.tsx';
import { Icon } from './icon.tsx';
import './toasts.css';

/** Message about the last action. */
interface Toast {
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

const shownMs = 6_000;
const maxShown = 3;
const toasts = createStore<readonly (Toast & { readonly id: number })[]>([]);
let lastId = 0;

const drop = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Shows a message for some seconds; an error stays until it is closed. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { ...toast, id }].slice(-maxShown));
  if (toast.tone === 'good') setTimeout(() => drop(id), shownMs);
}

/** Area with the current messages, which screen readers read out. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={`toast toast-${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span>
            <ShownName>{text}</ShownName>
          </span>
          <Button look="quiet" isIcon aria-label="Close the message" onPress={() => drop(id)}>
            <Icon name="close" />
          </Button>
        </div>
      ))}
    </section>
  );
}
