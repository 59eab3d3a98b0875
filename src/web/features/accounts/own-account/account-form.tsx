import type { FormEvent, ReactNode } from 'react';
import { fieldsOf, type Fields, type InvalidField } from '../../../lib/forms/form-fields.ts';
import { Card } from '../../../ui/card.tsx';
import styles from './account-form.module.css';
import { Gate } from '../gate.tsx';

/** The layout of every account screen: its heading and form, and beside them, on a phone above, a drawing with a promise. */
export function AccountPage({
  title,
  lead,
  promise,
  isBeginning = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** One sentence below the drawing, where there is room for it. */
  promise: string;
  /** Whether somebody begins here: the arch of the drawing then waits for its last stone. */
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

/** The way on, below a form or in its place. */
export function AccountFooter({ children }: { children: ReactNode }) {
  return <div className={styles['foot']}>{children}</div>;
}

/**
 * An account screen with its form. The form is a POST to its own address: submitted before hydration it does the same, by
 * the `action` of its route, and nothing that was typed ends up in a URL.
 */
export function AccountForm({
  onSubmit,
  onChange,
  footer,
  children,
  ...page
}: Omit<Parameters<typeof AccountPage>[0], 'children'> & {
  onSubmit: (fields: Fields, element: HTMLFormElement) => void;
  /** Called when a field is changed, with what the form holds then. */
  onChange?: (fields: Fields) => void;
  /** Links below the form. */
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

/** Moves the focus to a field that a check refused. */
export function focusField(form: HTMLFormElement, { field }: InvalidField): void {
  (form.elements.namedItem(field) as HTMLInputElement | null)?.focus();
}
