import { Link } from 'react-router';
import styles from './crumbs.module.css';

/** `to` is null for a screen that the reader may not open. */
export type Crumb = { label: string; to: string | null };

export function Crumbs({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={styles['crumbs']}>
        {trail.map(({ label, to }) => (
          <li key={label}>{to === null ? <span>{label}</span> : <Link to={to}>{label}</Link>}</li>
        ))}
      </ol>
    </nav>
  );
}
