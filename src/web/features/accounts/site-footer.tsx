import { Link } from 'react-router';
import { boot } from '../../lib/boot.ts';
import { FooterLinks } from '../../ui/frame.tsx';

export function SiteFooter() {
  return (
    <>
      <p>{`${boot.academy.name} student portal`}</p>
      <FooterLinks>
        <Link to="/terms">Terms and conditions</Link>
        <Link to="/privacy">Privacy</Link>
        <Link to="/verify">Verify a receipt</Link>
      </FooterLinks>
    </>
  );
}
