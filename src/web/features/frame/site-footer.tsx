import { Link } from 'react-router';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { useSite } from '../../lib/page/site.ts';
import { FooterLinks } from '../../ui/frame.tsx';
import { zoneName } from '../../ui/time-format.ts';
import { useZone } from '../../ui/zone.ts';

/** The server writes the legal pages: they are reloaded. */
export function SiteFooter() {
  const { academy } = useSite();
  const zone = zoneName(useFirstServerNow(0), useZone());
  return (
    <>
      <p>{`${academy.name} student portal. Times are in ${zone}.`}</p>
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
