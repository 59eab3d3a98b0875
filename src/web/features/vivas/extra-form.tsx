import { planLimits, stepMinutes } from '#contract/vivas/plan';
import type { PlanView } from '#contract/vivas/plan-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextField } from '../../ui/field.tsx';

export const readExtraForm = (fields: Fields): BodyOf<'setVivaExtra'> =>
  changedBody(fields, (typed) => ({ minutes: Number(typed['minutes']?.trim() || 0) }));

const fieldsOf = (extra: number | undefined): Fields => ({ minutes: String(extra ?? 0) });
const labels = { minutes: 'Extra minutes' };

/** More time for one student than the others have. */
export function ExtraForm({ chosen: { student, viva, extra } }: { chosen: NonNullable<PlanView['chosen']> }) {
  const form = useChangeForm({
    formName: 'extra',
    target: { student: student.s_id },
    changes: {
      stored: fieldsOf(extra),
      labels,
      shown: (current: PlanView) => fieldsOf(current.chosen?.extra),
    },
  });
  return (
    <ChangeForm form={form} button="Save extra minutes" narrow>
      <TextField
        label={labels.minutes}
        {...form.field('minutes')}
        type="number"
        inputMode="numeric"
        step={stepMinutes}
        min={0}
        max={planLimits.extra}
        hint={
          viva === null
            ? 'Added to the minutes of the viva.'
            : `Added to the ${viva.minutes} minutes of the viva, if the time after it is free.`
        }
      />
    </ChangeForm>
  );
}
