import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import styles from './portal-checks.module.css';

/** Asks once whether mail that waited for too long is still sent. */
export function HeldMailForm({ decision, count }: { decision: 'send' | 'drop'; count: number }) {
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const form = useActionForm({ act: decision });
  return (
    <ActionForm
      form={form}
      button={decision === 'send' ? `Send ${emails}` : `Delete ${emails}`}
      className={styles['form']}
    />
  );
}
