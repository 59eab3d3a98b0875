export const samplePath = '/staff/sample';

/** With the screens below each address. */
export const officePlaces: readonly { label: string; to: string }[] = [
  { label: 'Home', to: '/staff/office' },
  { label: 'People', to: '/staff/people' },
  { label: 'Staff', to: '/staff/members' },
  { label: 'Import', to: '/staff/intake' },
  { label: 'Catalogue', to: '/staff/catalogue' },
  { label: 'Audit', to: '/staff/audit' },
  { label: 'Exports', to: '/staff/exports' },
  { label: 'Portal', to: '/staff/portal' },
  { label: 'Appearance', to: '/staff/look' },
  { label: 'Emails', to: '/staff/mails' },
  { label: 'Consent', to: '/staff/consent' },
  { label: 'Retention', to: '/staff/retention' },
  { label: 'Sample', to: samplePath },
];

const isAt = (to: string, pathname: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Of the list, too. */
const imported = '/staff/imported';

export function officePlaceOf(pathname: string) {
  const place = isAt(imported, pathname) ? '/staff/people' : pathname;
  return officePlaces.find(({ to }) => isAt(to, place));
}
