import type { FormEvent, ReactNode } from 'react';
import { fieldsOf, type Fields, type InvalidField } from '../../lib/form-fields.ts';
import { Card } from '../../ui/card.tsx';
import { PageBody } from '../../ui/frame.tsx';
import styles from './account-form.module.css';

/**
 * The layout of every account form. The form is a POST to its own address: submitted before hydration it does the same, by
 * the `action` of its route, and nothing that was typed ends up in a URL.
 */
export function AccountForm({
  title,
  lead,
  onSubmit,
  onChange,
  footer,
  children,
}: {
  title: string;
  lead?: ReactNode;
  onSubmit: (fields: Fields, element: HTMLFormElement) => void;
  /** Called when a field is changed. */
  onChange?: () => void;
  /** Links below the form. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <PageBody width="narrow">
      <div className={styles['head']}>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      <Card raised>
        <form
          method="post"
          noValidate
          className={styles['form']}
          onChange={onChange}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            onSubmit(fieldsOf(new FormData(event.currentTarget)), event.currentTarget);
          }}
        >
          {children}
        </form>
        {footer !== undefined && <div className={styles['foot']}>{footer}</div>}
      </Card>
    </PageBody>
  );
}

/** Moves the focus to a field that a check refused. */
export function focusField(form: HTMLFormElement, { field }: InvalidField): void {
  (form.elements.namedItem(field) as HTMLInputElement | null)?.focus();
}
