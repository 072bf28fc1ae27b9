import {
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * `useMutation` of a form or button that ignores submissions while one is in flight. `isPending` alone does not prevent the second
 * request of a double click, which comes before the next render.
 */
export function useSubmission<Data = unknown, Failure = DefaultError, Variables = void>(
  options: UseMutationOptions<Data, Failure, Variables>,
): UseMutationResult<Data, Failure, Variables> {
  const isInFlight = useRef(false);
  const mutation = useMutation({
    ...options,
    onSettled(...result) {
      isInFlight.current = false;
      return options.onSettled?.(...result);
    },
  });
  const mutate: typeof mutation.mutate = (...given) => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
