import { useSite } from './page/site.ts';

/** Without its URL scheme. */
function shown(contact: string): string {
  return contact.replace(/^(mailto:|tel:|https:\/\/)/, '').replace(/\/$/, '');
}

/** Nothing if the operator has set none. */
export function OfficeContact() {
  const { officeContact } = useSite();
  if (officeContact === null) return null;
  return (
    <span>
      {' '}
      The office: <a href={officeContact}>{shown(officeContact)}</a>.
    </span>
  );
}
