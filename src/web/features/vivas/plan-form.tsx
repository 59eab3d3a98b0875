import { planLimits, stepMinutes } from '#contract/vivas/plan';
import type { PlanView } from '#contract/vivas/plan-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { vivaPlanDraft } from '../../lib/stored-names/staff.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { Small, Stack } from '../../ui/layout.tsx';
import { CopySettings } from './copy-settings.tsx';
import { planFields, planIn, planProblems } from './plan-lines.ts';

export function readPlanForm(fields: Fields): BodyOf<'setVivaPlan'> {
  refuseInvalid(planProblems(fields));
  return changedBody(fields, planIn);
}

const labels: Readonly<Record<string, string>> = {
  length: 'Minutes for each viva',
  buffer: 'Minutes between two vivas',
  panel: 'Examiners for each viva',
  reserve: 'Leave one slot in eight free',
  guard: 'Hours before a viva until which students can ask for another time',
  days: 'Days and hours',
  rooms: 'Rooms',
  examiners: 'Examiners',
};

const panels = Array.from({ length: planLimits.panel }, (_, index) => String(index + 1));
const minutes = { type: 'number', step: stepMinutes, inputMode: 'numeric' } as const;

/** Days, rooms and examiners: a line each, as the office has them in its own list. */
export function PlanForm({
  account,
  batches,
  view,
}: {
  account: string;
  /** Of which settings can be copied. */
  batches: readonly string[];
  view: PlanView;
}) {
  const form = useChangeForm({
    formName: 'plan',
    changes: {
      stored: planFields(view.plan),
      labels,
      shown: (current: PlanView) => planFields(current.plan),
      words: (name, value) => (name === 'reserve' ? (value === 'yes' ? 'Yes' : 'No') : value),
      draft: { key: vivaPlanDraft(account, view.batch) },
    },
  });
  const typed = form.values['examiners'] ?? '';
  const others = view.staff.filter(({ email }) => !typed.includes(email));
  const onCopied = (fields: Fields) => {
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
  };
  return (
    <ChangeForm form={form} button="Save the plan" variant="primary" noValidate>
      <CopySettings batches={batches.filter((name) => name !== view.batch)} onCopied={onCopied} />
      <div className={cards['columns']}>
        <Stack gap={3}>
          <TextArea
            label={labels['days']}
            rows={4}
            {...form.field('days')}
            hint="One day on each line: 2026-12-03 09:00–18:00, break 13:00–14:00"
          />
          <TextArea
            label={labels['rooms']}
            rows={3}
            {...form.field('rooms')}
            hint="One on each line: Room 2. With a link: Online https://meet.example.com/viva"
          />
        </Stack>
        <Stack gap={3}>
          <TextArea
            label={labels['examiners']}
            rows={4}
            {...form.field('examiners')}
            hint="One email on each line. For some hours only: name@example.com 2026-12-03 09:00–12:00"
          />
          {others.length > 0 && (
            <Small>{`Also possible: ${others.map(({ name, email }) => `${name} (${email})`).join(', ')}`}</Small>
          )}
          <div className={cards['pair']}>
            <TextField
              label={labels['length']}
              {...form.field('length')}
              {...minutes}
              min={stepMinutes}
              max={planLimits.length}
            />
            <TextField
              label={labels['buffer']}
              {...form.field('buffer')}
              {...minutes}
              min={0}
              max={planLimits.buffer}
            />
            <SelectField label={labels['panel']} {...form.field('panel')}>
              {panels.map((count) => (
                <option key={count}>{count}</option>
              ))}
            </SelectField>
          </div>
          <TextField
            label={labels['guard']}
            {...form.field('guard')}
            type="number"
            inputMode="numeric"
            min={0}
            max={planLimits.guard}
          />
          <Checkbox
            label={labels['reserve']}
            {...form.box('reserve')}
            hint="For students who come later, or need another time."
          />
        </Stack>
      </div>
    </ChangeForm>
  );
}
