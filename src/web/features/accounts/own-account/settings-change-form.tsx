import type { ReactNode } from 'react';
import { useChangeForm } from '../../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../../ui/change-form.tsx';
import { tellOutcome, type AccountOutcome } from '../settings-form.tsx';
import styles from './own-account.module.css';

type Form = ReturnType<typeof useChangeForm<AccountOutcome>>;

/** A form that changes what the account shows. */
export function SettingsChangeForm({
  formName,
  button,
  variant = 'secondary',
  changes,
  children,
}: {
  formName: string;
  button: string;
  variant?: 'primary' | 'secondary';
  changes: Parameters<typeof useChangeForm>[0]['changes'];
  children: (form: Form) => ReactNode;
}) {
  const form = useChangeForm<AccountOutcome>({ formName, action: '/account', changes, onDone: tellOutcome });
  return (
    <ChangeForm
      form={{ ...form, failure: form.failure && form.firstFailure }}
      button={button}
      variant={variant}
      gap={4}
      className={styles['form']}
      noValidate
    >
      {children(form)}
    </ChangeForm>
  );
}
