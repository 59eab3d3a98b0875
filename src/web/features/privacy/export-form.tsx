import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Small } from '../../ui/layout.tsx';
import styles from './privacy.module.css';

/** An export of one batch or of all: the browser saves what the call sends, with or without a script. */
export function ExportForm({
  title,
  text,
  action,
  batches,
}: {
  title: string;
  text: string;
  /** The address of the call. */
  action: string;
  batches: readonly string[];
}) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={styles['export']}>
      <h2 id={id}>{title}</h2>
      <form action={action}>
        <SelectField label="Batch" name="batch">
          <option value="">All batches</option>
          {batches.map((batch) => (
            <option key={batch}>{batch}</option>
          ))}
        </SelectField>
        <Button type="submit" variant="secondary">
          Download as CSV<span className="visually-hidden">{`: ${title.toLowerCase()}`}</span>
        </Button>
      </form>
      <Small>{text}</Small>
    </Card>
  );
}
