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

/** What requests are made of. */
export type FuzzValues = {
  /** What each role puts where its own address belongs; staff put their batch. */
  own: Record<Role, string>;
  /** Values that mean something, by the name of the parameter or field (or `call.field`) that they stand in. */
  known: Record<string, readonly unknown[]>;
};
