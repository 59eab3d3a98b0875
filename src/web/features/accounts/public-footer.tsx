import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { initialData } from '../../lib/initial-data.ts';
import styles from './public-footer.module.css';

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

/** `reloads` where the server writes into the page, or where the address names a place in it. */
function To({
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

/** Stands under the screens that anybody sees: the academy, the programme, help, and what it rests on. */
export function PublicFooter() {
  return (
    <div className={styles['footer']}>
      <div className={styles['academy']}>
        <p className={styles['name']}>{`${initialData.academy.name} student portal`}</p>
        <p>One real project in four weeks, and a mentor who reads every line of it.</p>
      </div>
      <Column title="Programme">
        <To address="/#programme" reloads>
          How it works
        </To>
        <To address="/#projects" reloads>
          Projects
        </To>
        <To address="/signup">Join with your batch</To>
      </Column>
      <Column title="Help">
        <To address="/forgot-password">Lost your password</To>
        <To address="/verify">Verify a receipt</To>
      </Column>
      <Column title="In writing">
        <To address="/terms" reloads>
          Terms and conditions
        </To>
        <To address="/privacy" reloads>
          Privacy
        </To>
      </Column>
    </div>
  );
}
