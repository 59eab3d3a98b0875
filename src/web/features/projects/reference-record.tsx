import type { References } from '#contract/projects/calls';
import { Card } from '../../ui/card.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { ReferenceLinks } from './reference-links.tsx';
import styles from './references.module.css';

export function ReferenceRecord({ record }: { record: References }) {
  return (
    <Card as="article">
      <Stack gap={3}>
        <header>
          <h3 className={styles['name']}>{record.p_name}</h3>
          <Small>{record.p_id}</Small>
        </header>
        <ReferenceLinks references={record} />
      </Stack>
    </Card>
  );
}
