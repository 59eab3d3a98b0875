import { Link } from 'react-router';
import type { Intake } from '#contract/people/intake-calls';
import { intakeAddress } from '#contract/people/intake-fields';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './intake.module.css';

function stateOf({ state, rows, counts }: Intake): string {
  if (state === 'read') return `${countOf(rows, 'row')}, not checked yet`;
  const done = `${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed`;
  if (state === 'imported') return `Imported: ${done}`;
  return counts.wrong > 0 ? `Checked: ${countOf(counts.wrong, 'row')} wrong` : `Checked: ${done}`;
}

/** The newest spreadsheets, each with where it stands. */
export function IntakeList({ intakes }: { intakes: readonly Intake[] }) {
  if (intakes.length === 0) return <p className={styles['facts']}>No spreadsheets yet.</p>;
  return (
    <ul className={styles['list']}>
      {intakes.map((intake) => (
        <li key={intake.id} className={styles['item']}>
          <Link to={intakeAddress(intake.id)} className={styles['name']}>
            {intake.file}
          </Link>
          <span className={styles['facts']}>
            <span>{`${stateOf(intake)}. ${intake.by}, `}</span>
            <TimeAgo value={intake.made_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
