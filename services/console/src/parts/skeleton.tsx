import './skeleton.css';

const rowHeight = 2.1;

/** The shape of what is being loaded: `rows` lines. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number }) => (
  <div className="skeleton" role="status" style={{ height: `${rows * rowHeight}rem` }}>
    <span className="hidden">Loading</span>
  </div>
);
