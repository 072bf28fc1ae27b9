import { v7, validate } from 'uuid';

/** A new id: UUID version 7, so that ids sort by the time of their making. */
export const createId = (): string => v7();

/** Returns whether a text can be an id; callers treat an invalid one as missing. */
export const isId = (text: string): boolean => validate(text);
