import { useNavigate, useSearch } from '@tanstack/react-router';

/** A parameter of the address, so that a page can be shared as it is; an empty one is removed. */
export function useSearchText(name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (text: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [name]: text || undefined }), replace: true });
  return [search[name] ?? '', change];
}
