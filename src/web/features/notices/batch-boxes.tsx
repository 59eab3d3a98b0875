import { useId } from 'react';
import { Checkbox } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import styles from './batch-boxes.module.css';

type Fields = Readonly<Record<string, string>>;

/** A box of each name: a form that is posted keeps one field of a name alone. */
const nameOf = (index: number) => `batch-${index}`;

export function tickedBatches(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (/^batch-\d+$/.test(name) ? [value] : []));
}

export function BatchBoxes({
  legend,
  batches,
  values,
  hint = 'Only for mentors. Administrators have every batch.',
}: {
  legend: string;
  batches: readonly string[];
  /** What a refused form brings back. */
  values: Fields;
  hint?: string;
}) {
  const id = useId();
  const ticked = tickedBatches(values);
  return (
    <Stack as="fieldset" gap={2} className={styles['batches']} aria-describedby={id}>
      <legend>{legend}</legend>
      <div className={styles['boxes']}>
        {batches.map((batch, index) => (
          <Checkbox
            key={batch}
            label={batch}
            name={nameOf(index)}
            value={batch}
            defaultChecked={ticked.includes(batch)}
          />
        ))}
      </div>
      <Small id={id}>{hint}</Small>
    </Stack>
  );
}
