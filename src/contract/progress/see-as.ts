import { studentAddress } from './batch-view.ts';

/** The student's own screens, read-only for staff, below the student's page. */
export const seeAsAddress = (s_id: string): string => `${studentAddress(s_id)}/as`;

/** Whether a path is of such a screen. */
export const isSeeAs = (path: string): boolean => /^\/staff\/students\/[^/]+\/as(?:\/|$)/i.test(path);

/** Whose screen a page shows. `back`: the address of the student's page. */
export type SeeAs = { name: string; back: string };
