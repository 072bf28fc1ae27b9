/** Outlines on a grid of 16 by 16. */
const outlines = {
  overview: 'M2 13.5h12M4 11V8m4 3V3m4 8V6',
  documents: 'M4 1.75h5.5L12.5 5v9.25h-8.5zM9.25 2v3.25h3M6.25 8h4M6.25 11h4',
  namespaces: 'M8 1.75 14 5 8 8.25 2 5zM2 8l6 3.25L14 8M2 11l6 3.25L14 11',
  settings: 'M2 4.5h6m4 0h2M2 11.5h2m4 0h6M10 2.75v3.5M6 9.75v3.5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.75-1.25L14 14',
  ask: 'M2 2.75h12v8.5H7.5L4 14v-2.75H2zM5 6h6M5 8.5h4',
  good: 'M5.25 7.25 8 1.75l1.5 1V6.5h4l-1 7H5.25zM2.5 7.25h2.75v6.25H2.5z',
  poor: 'M5.25 8.75 8 14.25l1.5-1V9.5h4l-1-7H5.25zM2.5 8.75h2.75V2.5H2.5z',
  ingest: 'M8 10.5V2m0 0L4.75 5.25M8 2l3.25 3.25M2 10.5v3h12v-3',
  runs: 'M8 14.25A6.25 6.25 0 1 0 8 1.75a6.25 6.25 0 0 0 0 12.5zM8 4.5V8l2.5 1.5',
  connections:
    'M6.5 9.5 9.5 6.5M7 4.5l1.25-1.25a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.25 1.25a3.2 3.2 0 0 1-4.5-4.5L4.5 7',
  webhooks: 'M8.75 1.75 3 9h4.5l-.25 5.25L13 7H8.5z',
  keys: 'M5.5 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM7.75 8.25 13.5 2.5M10.5 5.5l2.25 2.25',
  audit: 'M3 2.5h10v11H3zM5.5 5.75h5M5.5 8h5M5.5 10.25h3',
  usage: 'M8 1.75a6.25 6.25 0 1 0 6.25 6.25H8z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M3 8.5 6.5 12 13 4.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  down: 'M4 6l4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.75 4M13.5 2v3.25h-3.25',
  trash: 'M2.5 4h11M6 4V2.25h4V4M4 4l.75 9.75h6.5L12 4M6.75 6.75v4.5M9.25 6.75v4.5',
  tag: 'M2.25 2.25h5.5l6 6-5.5 5.5-6-6zM5.25 5.25h.01',
  warning: 'M8 2 14.5 13.5h-13zM8 6.5v3.25M8 11.75h.01',
  leave: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof outlines;

/** Decorative icon, which screen readers skip. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
