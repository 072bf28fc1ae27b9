import type { Ref } from 'react';
import './marks.css';

/** An area of a page: in points from its upper left corner, or in pixels of a picture. */
export interface PageBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Around a highlighted area: boxes end at the letters. */
const margin = 2;

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

interface MarksProps {
  readonly boxes: readonly PageBox[];
  /** Of the whole page or picture, in the units of the boxes. */
  readonly width: number;
  readonly height: number;
  /** The first of them. */
  readonly first?: Ref<HTMLSpanElement> | undefined;
  /** `around`: of the passage around a quote that is highlighted itself. */
  readonly look?: 'passage' | 'around' | 'quote';
}

/** Highlights areas of the page that it lies upon. */
export const Marks = ({ boxes, width, height, first, look = 'passage' }: MarksProps) =>
  boxes.map((box, index) => (
    <span
      key={`${box.page} ${box.x} ${box.y}`}
      ref={index === 0 ? first : undefined}
      className={`passage-mark passage-mark-${look}`}
      style={{
        left: percent(box.x - margin, width),
        top: percent(box.y - margin, height),
        width: percent(box.width + 2 * margin, width),
        height: percent(box.height + 2 * margin, height),
      }}
    />
  ));
