import { useNavigate, useSearch } from '@tanstack/react-router';

/** A text that stands in the address, so that a page can be sent to somebody as it is; empty: it does not. */
export function useSearchText(name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (text: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [name]: text || undefined }), replace: true });
  return [search[name] ?? '', change];
}
