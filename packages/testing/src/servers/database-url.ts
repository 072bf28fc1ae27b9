/** The url of another database, by name or number, on the same server. */
export function databaseAt(serverUrl: string, database: string | number): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
