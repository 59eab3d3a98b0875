import { useState, type ComponentProps } from 'react';
import { Field, type FieldText } from './field.tsx';
import styles from './field.module.css';

export function PasswordField({
  label,
  hint,
  error,
  errorId,
  ...input
}: FieldText & ComponentProps<'input'>) {
  const [isVisible, setVisible] = useState(false);
  return (
    <Field {...{ label, hint, error, errorId }} onTyped={input.onChange}>
      {(control) => (
        <div className={styles['withButton']}>
          <input
            {...input}
            {...control}
            type={isVisible ? 'text' : 'password'}
            className={styles['input']}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles['toggle']}
            aria-controls={control.id}
            aria-pressed={isVisible}
            onClick={() => setVisible(!isVisible)}
          >
            <span aria-hidden="true">{isVisible ? 'Hide' : 'Show'}</span>
            <span className="visually-hidden">Show password</span>
          </button>
        </div>
      )}
    </Field>
  );
}
