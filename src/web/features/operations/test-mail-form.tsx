import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import styles from './portal-checks.module.css';
import { useStaffForm } from '../../lib/forms/use-staff-form.ts';

/** Sends a mail to an address, and says what the mail server said. */
export function TestMailForm({ email }: { email: string }) {
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'mail',
    async ({ address = '' }, idempotencyKey) => {
      await call('sendTestMail', { body: { address }, idempotencyKey });
    },
    'mail-accepted',
  );
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="test-mail" />
      <input type="hidden" name="act" value="mail" />
      <TextField
        label="Email"
        name="address"
        error={errorAt('address')}
        type="email"
        required
        defaultValue={values['address'] ?? email}
      />
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Send a mail there
        </Button>
      </div>
    </form>
  );
}
