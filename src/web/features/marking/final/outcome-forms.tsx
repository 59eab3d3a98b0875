import type { FinalMarks } from '#contract/viva-hour/final-calls';
import { hourLimits } from '#contract/viva-hour/hour';
import { call } from '../../../lib/calls/client.ts';
import { useChangeForm } from '../../../lib/forms/use-change-form.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { ChangeForm } from '../../../ui/change-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FoldSummary, Stack } from '../../../ui/layout.tsx';
import {
  outcomeChanges,
  OutcomeFields,
  OutcomeLead,
  readOutcome,
  UnsavedOutcome,
} from '../outcome-fields.tsx';

/** The outcome that somebody has proposed, or the first one. */
export function OutcomeForm({
  final,
  onConfirmed,
  onRefused,
}: {
  final: FinalMarks;
  onConfirmed: (final: FinalMarks) => void;
  /** @param current what a colleague confirmed meanwhile */
  onRefused: (current: FinalMarks) => void;
}) {
  const { number, outcome, mean, rule, markers } = final;
  const form = useChangeForm<FinalMarks>({
    name: 'outcome',
    target: { number },
    changes: outcomeChanges(outcome),
    send: ({ fields, key }) =>
      call('confirmFinalOutcome', {
        params: { id: number },
        body: readOutcome(fields, rule.how === 'mean' ? mean : null),
        idempotencyKey: key,
      }),
    onDone: onConfirmed,
    // The next click confirms what is shown then.
    onRefused: ({ current }) => current !== undefined && onRefused(current as FinalMarks),
  });
  if (final.confirmed_at !== null) return <UnsavedOutcome form={form} />;
  const isConfirmed = markers.some(({ is_own, confirmed }) => is_own && confirmed);
  const waiting = markers.filter(({ confirmed }) => !confirmed).map(({ name }) => name);
  return (
    <Stack gap={3} as="section" aria-labelledby="final-outcome">
      <h4 id="final-outcome">Outcome</h4>
      <OutcomeLead
        proposed={final}
        third="ask a third mentor to mark"
        waiting={isConfirmed ? waiting : null}
      />
      <ChangeForm
        form={form}
        button={rule.how === 'mean' ? `Confirm ${mean} out of 100` : 'Confirm the outcome'}
        variant={isConfirmed ? 'secondary' : 'primary'}
        noValidate
        data-needs-script
      >
        <OutcomeFields proposed={final} form={form} />
      </ChangeForm>
    </Stack>
  );
}

/** For the office, where nobody else gives marks. */
export function CloseForm({
  final: { number, markers },
  onClosed,
}: {
  final: FinalMarks;
  onClosed: (final: FinalMarks) => void;
}) {
  const form = useForm<FinalMarks>({
    name: 'close',
    target: { number },
    send: ({ fields: { reason = '' }, key }) =>
      call('closeFinalMarks', { params: { id: number }, body: { reason }, idempotencyKey: key }),
    onDone: onClosed,
  });
  return (
    <details>
      <FoldSummary>Let one mentor’s marks count</FoldSummary>
      <ActionForm
        form={form}
        button={`Close with the marks of ${markers[0]?.name ?? 'one mentor'}`}
        data-needs-script
      >
        <TextField
          label="Reason"
          hint="The audit log names who gave marks and who did not. Later marks do not count."
          name="reason"
          maxLength={hourLimits.reason}
          error={form.errorAt('reason')}
          required
        />
      </ActionForm>
    </details>
  );
}
