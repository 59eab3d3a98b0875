import type { ReactNode } from 'react';
import type { References } from '#contract/projects/calls';
import { Card } from '../../ui/card.tsx';
import styles from './reference-record.module.css';

/** A project's references on a card under its name and id. */
export function ReferenceRecord({ record, children }: { record: References; children: ReactNode }) {
  return (
    <Card as="article" className={styles['record']}>
      <header>
        <h3 className={styles['name']}>{record.p_name}</h3>
        <p className={styles['id']}>{record.p_id}</p>
      </header>
      {children}
    </Card>
  );
}
