import type { Ref } from 'react';
import './passage-viewer.css';

/** Area of a page, in points from its upper left corner, or in pixels of a picture. */
export interface PageBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Space around a highlighted area, in the unit of its box: boxes end at the letters. */
const margin = 2;

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

interface MarksProps {
  readonly boxes: readonly PageBox[];
  /** Width of the whole page or picture, in the unit of the boxes. */
  readonly width: number;
  readonly height: number;
  /** Reference to the first highlighted area. */
  readonly first?: Ref<HTMLSpanElement> | undefined;
  /** Appearance; `around` is for a passage that contains a highlighted quote. */
  readonly look?: 'passage' | 'around' | 'quote';
}

/** Highlighted areas, as an overlay of a page or picture. */
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
