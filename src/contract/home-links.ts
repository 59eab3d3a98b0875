import type { Role } from './accounts/calls.ts';

const homeLinks: Readonly<Record<Role, string>> = {
  student: 'Go to your dashboard',
  mentor: 'Go to your batches',
  administrator: 'Go to the office',
};

/** The words of a link to `homeOf`. */
export const homeLinkOf = ({ role, examiner }: { role: Role; examiner?: true | undefined }): string =>
  examiner ? 'Go to your vivas' : homeLinks[role];
