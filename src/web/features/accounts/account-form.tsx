import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { ActionForm } from '../../ui/action-form.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './account-form.module.css';
import { Gate } from './gate.tsx';

/** The layout of account screens: heading and form, with a drawing beside or (on phones) above. */
export function AccountPage({
  title,
  lead,
  promise,
  isBeginning = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** One sentence below the drawing, if there is room. */
  promise: string;
  /** For new users: the arch lacks its capstone. */
  isBeginning?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      <Card raised className={styles['card']}>
        {children}
      </Card>
      <div className={styles['picture']}>
        <Gate isOpen={isBeginning} className={styles['gate']} />
        <p className={styles['promise']}>{promise}</p>
      </div>
    </div>
  );
}

export function AccountFooter({ children }: { children: ReactNode }) {
  return <div className={styles['foot']}>{children}</div>;
}

/** The only form of an account screen, with one message above its button. */
export function AccountForm({
  form,
  button,
  variant = 'primary',
  message,
  further,
  footer,
  after,
  children,
  ...page
}: Omit<Parameters<typeof AccountPage>[0], 'children'> &
  Pick<
    ComponentProps<typeof ActionForm>,
    'form' | 'button' | 'variant' | 'message' | 'further' | 'children'
  > & {
    footer?: ReactNode;
    /** A second form, in the same card. */
    after?: ReactNode;
  }) {
  const { failure, failureId } = form;
  useEffect(() => {
    if (failure === undefined || failureId === undefined) return;
    // After the focus has moved to the field, which shows no error of its own.
    const frame = requestAnimationFrame(() =>
      document.getElementById(failureId)?.scrollIntoView?.({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [failure, failureId]);
  return (
    <AccountPage {...page}>
      <ActionForm
        {...{ form, button, variant, message, further }}
        wide
        noValidate
        className={styles['form']}
        buttons={styles['buttons']}
      >
        {children}
      </ActionForm>
      {footer !== undefined && <AccountFooter>{footer}</AccountFooter>}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {after}
    </AccountPage>
  );
}
