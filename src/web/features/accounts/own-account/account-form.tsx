import type { FormEvent, ReactNode } from 'react';
import { fieldsOf, type Fields, type InvalidField } from '../../../lib/forms/form-fields.ts';
import { Card } from '../../../ui/card.tsx';
import styles from './account-form.module.css';
import { Gate } from '../gate.tsx';

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

/**
 * An account screen's form. It POSTs to its own address, so before hydration the route's `action` does the
 * same, and no input ends up in a URL.
 */
export function AccountForm({
  onSubmit,
  onChange,
  footer,
  children,
  ...page
}: Omit<Parameters<typeof AccountPage>[0], 'children'> & {
  onSubmit: (fields: Fields, element: HTMLFormElement) => void;
  /** Called on change with all fields. */
  onChange?: (fields: Fields) => void;
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <AccountPage {...page}>
      <form
        method="post"
        noValidate
        className={styles['form']}
        onChange={(event) => onChange?.(fieldsOf(new FormData(event.currentTarget)))}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          onSubmit(fieldsOf(new FormData(event.currentTarget)), event.currentTarget);
        }}
      >
        {children}
      </form>
      {footer !== undefined && <AccountFooter>{footer}</AccountFooter>}
    </AccountPage>
  );
}

export function focusField(form: HTMLFormElement, { field }: InvalidField): void {
  (form.elements.namedItem(field) as HTMLInputElement | null)?.focus();
}
