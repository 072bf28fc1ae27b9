import { useNavigate, useSearch } from '@tanstack/react-router';

/** Returns a parameter of the address, empty without one, and a function that changes it. An empty text removes the parameter. */
export function useSearchText(name: string): [string, (text: string) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (text: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [name]: text || undefined }), replace: true });
  return [search[name] ?? '', change];
}
