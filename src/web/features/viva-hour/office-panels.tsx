import { Link, useRevalidator } from 'react-router';
import { vivaRecordAddress } from '#contract/viva-hour/addresses';
import { hourLimits, outcomeWays } from '#contract/viva-hour/hour';
import type { ListedHour, VivaHours } from '#contract/viva-hour/hour-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { FoldSummary, Small, Stack } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

const ways = { mean: 'The mean of the marks', agreed: 'The marks that the panel agrees on' } as const;

const ruleIn = (fields: Fields) => ({
  how: outcomeWays.find((way) => way === fields['how']) ?? 'mean',
  apart: Number(fields['apart'] ?? ''),
  shows_weeks: fields['shows_weeks'] === 'yes',
  two_mark_final: fields['two_mark_final'] === 'yes',
});

export const readRuleForm = (fields: Fields): BodyOf<'setVivaRule'> => changedBody(fields, ruleIn);

export const readClosing = (fields: Fields): BodyOf<'closeVivaPanel'> => ({
  reason: fields['reason'] ?? '',
  waiting: (fields['waiting'] ?? '').split(' ').filter((email) => email !== ''),
});

const fieldsOf = (rule: VivaHours['rule']): Fields => ({
  how: rule.how,
  apart: String(rule.apart),
  shows_weeks: rule.shows_weeks ? 'yes' : '',
  two_mark_final: rule.two_mark_final ? 'yes' : '',
});

const labels = {
  how: 'The outcome is',
  apart: 'Points apart that need no reason',
  shows_weeks: 'Examiners see the marks of the weeks before they give theirs',
  two_mark_final: 'Two mentors mark the final project, each alone',
};

/** How the marks of a panel become one. */
export function VivaRuleForm({ rule }: Pick<VivaHours, 'rule'>) {
  const form = useChangeForm({
    formName: 'rule',
    changes: {
      stored: fieldsOf(rule),
      labels,
      shown: fieldsOf,
      words: (name, value) => (name === 'how' ? ways[value as keyof typeof ways] : value),
    },
  });
  return (
    <ChangeForm form={form} button="Save the rule">
      <div className={cards['pair']}>
        <SelectField label={labels.how} {...form.field('how')}>
          {outcomeWays.map((way) => (
            <option key={way} value={way}>
              {ways[way]}
            </option>
          ))}
        </SelectField>
        <TextField label={labels.apart} inputMode="numeric" {...form.field('apart')} />
      </div>
      <Checkbox label={labels.shows_weeks} {...form.box('shows_weeks')} />
      <Checkbox label={labels.two_mark_final} {...form.box('two_mark_final')} />
    </ChangeForm>
  );
}

function Close({ hour }: { hour: ListedHour }) {
  const { revalidate } = useRevalidator();
  const waiting = hour.panel.filter(({ gave }) => !gave);
  const form = useActionForm({
    formName: 'close',
    target: { student: hour.student.s_id },
    keepsPlace: true,
    // The next click closes what is shown then.
    onRefused: () => void revalidate(),
    hidden: { waiting: waiting.map(({ email }) => email).join(' ') },
  });
  return (
    <details>
      <FoldSummary>Close the panel</FoldSummary>
      <ActionForm form={form} button={`Close without ${waiting.map(({ name }) => name).join(' and ')}`}>
        <TextField
          label="Reason"
          hint="The record names who gave marks and who did not. Later marks do not count."
          name="reason"
          maxLength={hourLimits.reason}
          required
        />
      </ActionForm>
    </details>
  );
}

function stateOf({ panel, closed, confirmed_at: at }: ListedHour): string {
  if (at !== null) return 'Confirmed';
  if (closed !== null) return `Closed by ${closed.by}: ${closed.reason}`;
  if (panel.every(({ gave }) => gave)) return 'Not confirmed yet';
  return panel.some(({ gave }) => gave) ? 'Waiting for marks' : 'Not begun';
}

/** Who of each panel has given marks, and nothing of what was given. */
export function PanelList({ hours }: Pick<VivaHours, 'hours'>) {
  if (hours.length === 0)
    return (
      <EmptyState title="No vivas have a time yet">
        <p>Plan the vivas first.</p>
      </EmptyState>
    );
  return (
    <CardTable caption="Panels" columns={['Student', 'Time', 'Examiners', 'Status']}>
      {hours.map((hour) => {
        const { student, starts_at: startsAt, panel, closed, confirmed_at: confirmedAt } = hour;
        const isOpen = closed === null && confirmedAt === null;
        const gave = panel.filter((member) => member.gave).length;
        return (
          <tr key={student.s_id}>
            <th scope="row">
              <span>{student.s_name}</span>
              {hour.repeat === true && <Small>Repeat</Small>}
            </th>
            <td data-label="Time">
              <Time value={startsAt} />
            </td>
            <td data-label="Examiners">
              <Stack gap={1}>
                {panel.map((member) => (
                  <Small key={member.email}>
                    {`${member.name}: ${member.confirmed ? 'confirmed' : member.gave ? 'marks given' : 'no marks yet'}`}
                  </Small>
                ))}
              </Stack>
            </td>
            <td data-label="Status">
              <p>{stateOf(hour)}</p>
              {confirmedAt !== null && <Link to={vivaRecordAddress(student.s_id)}>Record</Link>}
              {isOpen && gave > 0 && gave < panel.length && <Close hour={hour} />}
            </td>
          </tr>
        );
      })}
    </CardTable>
  );
}
