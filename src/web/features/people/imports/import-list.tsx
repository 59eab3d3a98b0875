import { Link } from 'react-router';
import type { PeopleImport } from '#contract/people/import-calls';
import { importAddress } from '#contract/people/import-fields';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { Small, Stack } from '../../../ui/layout.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './imports.module.css';

function stateOf({ state, rows, counts, undone }: PeopleImport): string {
  if (undone !== null) return `Undone: ${countOf(undone.people, 'person', 'people')} removed`;
  if (state === 'read') return `${countOf(rows, 'row')}, not checked yet`;
  const done = `${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed`;
  if (state === 'imported') return `Imported: ${done}`;
  return counts.wrong > 0 ? `Checked: ${countOf(counts.wrong, 'row')} wrong` : `Checked: ${done}`;
}

export function ImportList({ imports }: { imports: readonly PeopleImport[] }) {
  if (imports.length === 0) return <Small>No spreadsheets yet.</Small>;
  return (
    <Stack as="ul" gap={2}>
      {imports.map((peopleImport) => (
        <li key={peopleImport.id} className={styles['item']}>
          <Link to={importAddress(peopleImport.id)} className={styles['name']}>
            {peopleImport.file}
          </Link>
          <Small as="span">
            <span>{`${stateOf(peopleImport)}. ${peopleImport.by}, `}</span>
            <TimeAgo value={peopleImport.made_at} />
          </Small>
        </li>
      ))}
    </Stack>
  );
}
