import type { ReactNode } from 'react';
import type { AppSecret } from '#contract/accounts/second-factor-calls';
import { usePostedForm } from '../../lib/forms/refused-form.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { FoldSummary, Stack } from '../../ui/layout.tsx';
import styles from './own-account/own-account.module.css';

/** A message, or something shown only once. */
export type AccountOutcome = {
  message?: string;
  /** The message's name, for a form posted without script. */
  notice?: 'password-changed-advised' | 'password-changed-advised-calendar';
  app?: AppSecret;
  codes?: string[];
};

/** Says what was done: its form may be gone with what it changed. */
export function tellOutcome({ message }: AccountOutcome): void {
  if (message !== undefined) tellScreen(message);
}

export function SettingsForm({
  formName,
  button,
  variant = 'secondary',
  revalidates = true,
  onDone,
  children,
}: {
  formName: string;
  button: string;
  variant?: 'primary' | 'secondary' | 'danger';
  revalidates?: boolean;
  onDone?: (outcome: AccountOutcome) => void;
  children?: (form: ReturnType<typeof useActionForm>) => ReactNode;
}) {
  const form = useActionForm<AccountOutcome>({
    formName,
    action: '/account',
    revalidates,
    onDone(outcome) {
      tellOutcome(outcome);
      onDone?.(outcome);
    },
  });
  return (
    <ActionForm
      form={{ ...form, failure: form.firstFailure }}
      button={button}
      variant={variant}
      gap={4}
      className={styles['form']}
      noValidate
    >
      {children?.(form)}
    </ActionForm>
  );
}

/** A rarely used form, collapsed; open when refused. */
export function SettingsFold({
  formName,
  summary,
  children,
}: {
  formName: string;
  summary: string;
  children: ReactNode;
}) {
  const isRefused = usePostedForm({ act: formName }) !== undefined;
  return (
    <details className={styles['fold']} open={isRefused}>
      <FoldSummary>{summary}</FoldSummary>
      <Stack className={styles['inside']}>{children}</Stack>
    </details>
  );
}
