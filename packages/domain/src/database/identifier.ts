import { v7, validate } from 'uuid';

/** A new id: UUID version 7, so that ids sort by the time of their making. */
export const createId = (): string => v7();

/** Whether a text from outside can be an id at all; what cannot is answered like a missing one. */
export const isId = (text: string): boolean => validate(text);
