import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './portal-checks.module.css';

/** Sends a mail to an address, and says what the mail server said. */
export function TestMailForm({ email }: { email: string }) {
  const form = useActionForm({ act: 'mail' });
  return (
    <ActionForm form={form} button="Send test email" className={styles['form']}>
      <TextField label="Email" {...form.field('address', email)} type="email" required />
    </ActionForm>
  );
}
