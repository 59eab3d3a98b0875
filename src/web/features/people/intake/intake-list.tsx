import { Link } from 'react-router';
import type { Intake } from '#contract/people/intake-calls';
import { intakeAddress } from '#contract/people/intake-fields';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { Small, Stack } from '../../../ui/layout.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './intake.module.css';

function stateOf({ state, rows, counts, undone }: Intake): string {
  if (undone !== null) return `Undone: ${countOf(undone.people, 'person', 'people')} removed`;
  if (state === 'read') return `${countOf(rows, 'row')}, not checked yet`;
  const done = `${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed`;
  if (state === 'imported') return `Imported: ${done}`;
  return counts.wrong > 0 ? `Checked: ${countOf(counts.wrong, 'row')} wrong` : `Checked: ${done}`;
}

export function IntakeList({ intakes }: { intakes: readonly Intake[] }) {
  if (intakes.length === 0) return <Small>No spreadsheets yet.</Small>;
  return (
    <Stack as="ul" gap={2}>
      {intakes.map((intake) => (
        <li key={intake.id} className={styles['item']}>
          <Link to={intakeAddress(intake.id)} className={styles['name']}>
            {intake.file}
          </Link>
          <Small as="span">
            <span>{`${stateOf(intake)}. ${intake.by}, `}</span>
            <TimeAgo value={intake.made_at} />
          </Small>
        </li>
      ))}
    </Stack>
  );
}
