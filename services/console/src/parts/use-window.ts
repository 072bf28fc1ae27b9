import { type RefObject, useEffect, useState } from 'react';

interface Visible {
  readonly first: number;
  readonly last: number;
}

/** Number of rows beyond each edge of the screen that are rendered in advance. */
const spare = 10;

/** Returns the range of rows of equal height that are visible in the scrolled page; `body` contains them. */
export function useWindow(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): Visible {
  const [visible, setVisible] = useState<Visible>({ first: 0, last: 2 * spare });
  useEffect(() => {
    function measure() {
      const top = -(body.current?.getBoundingClientRect().top ?? 0);
      const first = Math.max(0, Math.floor(top / rowHeight) - spare);
      const last = Math.min(count, Math.ceil((top + innerHeight) / rowHeight) + spare);
      setVisible((before) => (before.first === first && before.last === last ? before : { first, last }));
    }
    measure();
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  }, [body, count, rowHeight]);
  return { first: Math.min(visible.first, count), last: Math.min(visible.last, count) };
}
