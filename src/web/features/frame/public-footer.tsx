import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../lib/page/site.ts';
import styles from './frame.module.css';

function Column({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <p id={id} className={styles['title']}>
        {title}
      </p>
      <ul aria-labelledby={id} className={styles['links']}>
        {children}
      </ul>
    </div>
  );
}

/** `reloads` for pages that the server writes, and for addresses with a hash. */
function FooterLink({
  address,
  reloads = false,
  children,
}: {
  address: string;
  reloads?: boolean;
  children: string;
}) {
  return (
    <li>
      <Link to={address} reloadDocument={reloads}>
        {children}
      </Link>
    </li>
  );
}

export function PublicFooter() {
  const { academy } = useSite();
  return (
    <div className={styles['footer']}>
      <div className={styles['academy']}>
        <p className={styles['name']}>{`${academy.name} student portal`}</p>
        <p>One real project in four weeks, and a mentor who reads every line of it.</p>
      </div>
      <Column title="Programme">
        <FooterLink address="/#programme" reloads>
          How it works
        </FooterLink>
        <FooterLink address="/#projects" reloads>
          Projects
        </FooterLink>
        <FooterLink address="/signup">Join with your batch</FooterLink>
      </Column>
      <Column title="Help">
        <FooterLink address="/forgot-password">Reset your password</FooterLink>
        <FooterLink address="/verify">Verify a document</FooterLink>
      </Column>
      <Column title="Legal">
        <FooterLink address="/terms" reloads>
          Terms and conditions
        </FooterLink>
        <FooterLink address="/privacy" reloads>
          Privacy
        </FooterLink>
        <FooterLink address="/accessibility">Accessibility</FooterLink>
      </Column>
    </div>
  );
}
