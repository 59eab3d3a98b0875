import type { ReactNode } from 'react';
import { ActionForm } from '../../ui/action-form.tsx';
import { Small } from '../../ui/layout.tsx';
import { differences } from './entry-fields.ts';
import styles from './catalogue.module.css';
import type { EntryFormState } from './use-entry-form.ts';

/**
 * The form element of an entry of the catalogue.
 * @param mine what the form says now
 * @param further beside the button
 */
export function EntryForm({
  form,
  button,
  mine,
  further,
  children,
}: {
  form: EntryFormState;
  button: string;
  mine: object;
  further?: ReactNode;
  children: ReactNode;
}) {
  const { theirs, version } = form;
  return (
    <ActionForm
      form={form}
      button={button}
      variant="primary"
      className={styles['form']}
      buttons={styles['buttons']}
      noValidate
      further={
        <>
          {further}
          <Small as="span">* Required</Small>
        </>
      }
      conflict={
        theirs && (
          <>
            <p>Somebody else has saved this. If you save again, you replace it:</p>
            <ul>
              {differences(theirs, mine).map(({ label, theirs: words }) => (
                <li key={label}>{`${label}: ${words}`}</li>
              ))}
            </ul>
          </>
        )
      }
    >
      <input type="hidden" name="version" value={version} autoComplete="off" />
      {children}
    </ActionForm>
  );
}
