import { Link } from 'react-router';
import type { IntakeDetails } from '#contract/people/intake-calls';
import { intakePath } from '#contract/people/intake-fields';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { countOf, formatNumber } from '../../../ui/format-number.ts';
import { Notice } from '../../../ui/notice.tsx';
import { peopleCount } from '../people-words.ts';

/** Null for none. */
export function readNumber(typed: string): number | null {
  const digits = typed.replace(/[\s,.]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** All or nothing; where it changes many, their number is typed first. */
export function ImportForm({ intake: { counts, people_there, must_type } }: { intake: IntakeDetails }) {
  const form = useActionForm({ act: 'import' });
  const { isBusy } = form;
  if (counts.wrong > 0)
    return (
      <Notice tone="warning" role="note" title={`${countOf(counts.wrong, 'row')} cannot be imported`}>
        <p>
          Fix or leave out the wrong rows above, or fix your spreadsheet and{' '}
          <Link to={intakePath}>pick it again</Link>. Nothing is imported until every row is correct.
        </p>
      </Notice>
    );
  return (
    <ActionForm
      form={form}
      button={isBusy ? 'Importing…' : 'Import all rows'}
      variant="primary"
      gap={4}
      noValidate
      className="bottom-bar"
    >
      <p>
        {`${peopleCount(counts.new)} new, ${peopleCount(counts.changed)} changed. People who are not in the spreadsheet stay as they are.`}
      </p>
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
