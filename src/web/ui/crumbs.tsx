import { Link } from 'react-router';
import styles from './crumbs.module.css';

export type Crumb = { label: string; to: string };

export function Crumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles['crumbs']}>
        {trail.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
