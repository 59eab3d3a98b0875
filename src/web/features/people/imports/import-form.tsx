import type { ReactNode } from 'react';
import type { ImportDetails } from '#contract/people/import-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { Small } from '../../../ui/layout.tsx';
import { peopleCount } from '../people-words.ts';
import styles from './imports.module.css';

/** Null for none. */
export function readNumber(typed: string): number | null {
  const digits = typed.replace(/[\s,.]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/**
 * Stays in sight below the rows. All or nothing; where it changes many, their number is typed first.
 * @param props.children what can be done about wrong rows
 */
export function ImportForm({ peopleImport, children }: { peopleImport: ImportDetails; children: ReactNode }) {
  const { counts, people_there, must_type, check, rows } = peopleImport;
  const form = useActionForm({ formName: 'import', hidden: check === null ? {} : { check } });
  const { isBusy } = form;
  const words = (
    <p className={styles['counts']}>
      {`${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed, ${formatNumber(counts.wrong)} wrong.`}
    </p>
  );
  if (counts.wrong > 0)
    return (
      <section aria-label="Import" className="bottom-bar">
        {words}
        <Small>Fix or leave out the wrong rows to import the others.</Small>
        {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
        {children}
      </section>
    );
  return (
    <ActionForm
      form={form}
      button={isBusy ? 'Importing…' : `Import ${countOf(rows, 'row')}`}
      variant="primary"
      small
      noValidate
      aria-label="Import"
      className="bottom-bar"
    >
      {words}
      {must_type !== null && (
        <TextField
          label={`This changes ${peopleCount(must_type)} of the ${formatNumber(people_there)} in the portal. Type ${must_type} to continue.`}
          {...form.field('changes')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </ActionForm>
  );
}
