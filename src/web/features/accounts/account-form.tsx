import type { FormEvent, ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { PageBody } from '../../ui/frame.tsx';
import styles from './account-form.module.css';

/**
 * The layout of every account form. The form is a POST to its own address: submitted before hydration, it comes back, and
 * nothing that was typed ends up in a URL.
 */
export function AccountForm({
  title,
  lead,
  onSubmit,
  footer,
  children,
}: {
  title: string;
  lead?: ReactNode;
  onSubmit: (form: FormData, element: HTMLFormElement) => void;
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
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            onSubmit(new FormData(event.currentTarget), event.currentTarget);
          }}
        >
          {children}
        </form>
        {footer !== undefined && <div className={styles['foot']}>{footer}</div>}
      </Card>
    </PageBody>
  );
}

/** A text field's value; a form gives files too. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
