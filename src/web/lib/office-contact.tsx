import { useSite } from './page/site.ts';

/** A contact without its URL scheme. */
function shown(contact: string): string {
  return contact.replace(/^(mailto:|tel:|https:\/\/)/, '').replace(/\/$/, '');
}

/** The office's contact set by the operator; nothing if unset. */
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
