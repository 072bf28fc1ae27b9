import './skeleton.css';

const rowHeight = 2.1;

/** A placeholder of `rows` lines while content loads. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number }) => (
  <div className="skeleton" role="status" style={{ height: `${rows * rowHeight}rem` }}>
    <span className="hidden">Loading</span>
  </div>
);
