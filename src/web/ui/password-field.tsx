import { useState, type ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';
import styles from './field.module.css';

/** A password, hidden until its reader asks to see it. */
export function PasswordField({
  label,
  hint,
  error,
  errorId,
  ...input
}: FieldText & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, errorId }}>
      {(control) => (
        <div className={styles['withButton']}>
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={styles['input']}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles['inside']}
            aria-controls={control.id}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <span aria-hidden="true">{isShown ? 'Hide' : 'Show'}</span>
            <span className="visually-hidden">Show what is typed</span>
          </button>
        </div>
      )}
    </Field>
  );
}
