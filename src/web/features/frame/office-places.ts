/** Where an administrator does the academy's office work, in the order of the bar; each with the screens below its address. */
export const officePlaces: readonly { label: string; to: string }[] = [
  { label: 'People', to: '/staff/people' },
  { label: 'Staff', to: '/staff/members' },
  { label: 'Intake', to: '/staff/intake' },
  { label: 'Invitations', to: '/staff/invitations' },
  { label: 'Catalogue', to: '/staff/catalogue' },
  { label: 'Audit', to: '/staff/audit' },
  { label: 'Exports', to: '/staff/exports' },
  { label: 'Portal', to: '/staff/portal' },
  { label: 'Sample', to: '/staff/sample' },
];

const isAt = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** The place of a screen; undefined for one that is not the office's. */
export function officePlaceOf(pathname: string) {
  return officePlaces.find(({ to }) => isAt(to, pathname));
}
