/** The roles of staff. */
export const staffRoles = ['mentor', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The address of the list of staff.
 * @param after the `next` of the page before
 */
export function staffMembersAddress({ after = '' }: { after?: string } = {}): string {
  return after === '' ? '/staff/members' : `/staff/members?${new URLSearchParams({ after })}`;
}
