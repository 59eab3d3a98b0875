import type { HoldView } from '#contract/privacy/retention-calls';
import { limits } from '#contract/limits';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { FoldCard } from '../../ui/card.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';

const fieldsOf = ({ reason }: { reason: string }): Fields => ({ reason });
export const readHold = ({ reason = '' }: Fields) => ({ reason });
export const holdNotices = {
  'hold-saved': 'The hold is saved.',
  'hold-removed': 'The hold is removed.',
};

/** For the office. */
export function HoldForm({ hold, scope }: { hold: HoldView | null; scope: 'person' | 'batch' }) {
  const reason = hold?.reason ?? '';
  const form = useChangeForm({
    formName: 'hold',
    changes: { stored: { reason }, labels: { reason: 'Reason' }, shown: fieldsOf },
  });
  const removal = useSeenAction({ formName: 'hold-remove', seen: { reason } });
  return (
    <FoldCard title="Hold on personal data" open={hold !== null}>
      <Stack gap={3}>
        {hold !== null && (
          <p>
            <span>{`Set by ${hold.by} on `}</span>
            <Time value={hold.at} />
            <span>.</span>
          </p>
        )}
        <ChangeForm form={form} button={hold === null ? 'Set a hold' : 'Change the reason'} narrow>
          <p>
            {scope === 'person'
              ? 'While there is a hold, this person’s data cannot be anonymised.'
              : 'While there is a hold, no student of this batch can be anonymised.'}
          </p>
          <TextArea
            label="Reason"
            {...form.field('reason')}
            rows={2}
            required
            maxLength={limits.reason}
            hint="Only the office sees it."
          />
        </ChangeForm>
        {hold !== null && (
          <ActionForm
            form={removal}
            button="Remove the hold"
            small
            conflict={removal.changed !== null && <p>{removal.changed.reason}</p>}
          />
        )}
      </Stack>
    </FoldCard>
  );
}
