import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useStaffForm } from '../../lib/forms/use-staff-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import styles from './portal-checks.module.css';

/** Asks once whether mail that waited for too long is still sent. */
export function HeldMailForm({ decision, count }: { decision: 'send' | 'drop'; count: number }) {
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const { submit, isBusy, failure } = useStaffForm(
    decision,
    async () => void (await call('settleHeldMail', { body: { decision } })),
    decision === 'send' ? 'held-mail-sent' : 'held-mail-dropped',
  );
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of={`held-mail-${decision}`} />
      <input type="hidden" name="act" value={decision} />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          {decision === 'send' ? `Send ${emails}` : `Delete ${emails}`}
        </Button>
      </div>
    </form>
  );
}
