import { useSite } from './page/site.ts';

/** How an address is read aloud and typed: without its scheme. */
function shown(contact: string): string {
  return contact.replace(/^(mailto:|tel:|https:\/\/)/, '').replace(/\/$/, '');
}

/** The way to the academy's office, as the operator has set it; nothing where that is unset. */
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
