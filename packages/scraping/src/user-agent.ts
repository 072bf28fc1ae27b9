/** Who visits pages, with an address where it is explained; sites name it in their robots.txt as `docfleet`. */
export const userAgent = 'docfleet/0.1 (+https://github.com/docfleet/docfleet)';
