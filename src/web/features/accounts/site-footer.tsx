import { Link } from 'react-router';
import { initialData } from '../../lib/initial-data.ts';
import { FooterLinks } from '../../ui/frame.tsx';

/** Stands under the screens of the signed-in. The two pages of words come from the server, which knows the operator's. */
export function SiteFooter() {
  return (
    <>
      <p>{`${initialData.academy.name} student portal`}</p>
      <FooterLinks>
        <Link to="/terms" reloadDocument>
          Terms and conditions
        </Link>
        <Link to="/privacy" reloadDocument>
          Privacy
        </Link>
        <Link to="/verify">Verify a receipt</Link>
      </FooterLinks>
    </>
  );
}
