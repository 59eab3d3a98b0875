import type { FormParts } from '#support/encode-form';

export const roles = [
  'nobody',
  'student',
  'newcomer',
  'waiting',
  'outsider',
  'mentor',
  'foreignMentor',
  'administrator',
] as const;
/** Who sends a request. */
export type Role = (typeof roles)[number];

/** Stands for whoever sends the request. */
export const me = '@me';

/** By the call's name. */
export type FuzzRows = Record<
  string,
  {
    role: Role;
    params: Record<string, string>;
    query?: Record<string, string> | undefined;
    body?: unknown;
    form?: FormParts;
    headers?: Record<string, string>;
  }[]
>;

/** What requests are made of. */
export type FuzzValues = {
  /** What each role puts where its own address belongs; staff put their batch. */
  own: Record<Role, string>;
  /** Values that mean something, by the name of the parameter or field (or `call.field`) that they stand in. */
  known: Record<string, readonly unknown[]>;
  /** Whole requests that succeed, at least once. */
  rows?: FuzzRows;
};
