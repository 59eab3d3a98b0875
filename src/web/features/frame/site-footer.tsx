import { Link } from 'react-router';
import { useSite } from '../../lib/page/site.ts';
import { FooterLinks } from '../../ui/frame.tsx';

/** The footer of signed-in screens. The legal pages are reloaded, because the server writes their text. */
export function SiteFooter() {
  const { academy } = useSite();
  return (
    <>
      <p>{`${academy.name} student portal`}</p>
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
