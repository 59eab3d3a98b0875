import { useState, type ComponentProps } from 'react';
import { limits } from '#contract/limits';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './password-strength.module.css';
import { passwordStrength } from './sign-up-checks.ts';

const steps = ['weak', 'fair', 'good', 'strong'] as const;

/** A new password with a strength meter. The only rule is its length. */
export function NewPasswordField(field: Pick<ComponentProps<typeof PasswordField>, 'label' | 'error'>) {
  const [typed, setTyped] = useState('');
  const strength = passwordStrength(typed);
  const level = strength === '' ? -1 : steps.indexOf(strength);
  return (
    <PasswordField
      {...field}
      name="password"
      autoComplete="new-password"
      minLength={limits.passwordMin}
      maxLength={limits.passwordMax}
      required
      onChange={(event) => setTyped(event.currentTarget.value)}
      hint={
        <span className={styles['meter']}>
          {steps.map((step, i) => (
            <span
              key={step}
              className={styles['step']}
              data-on={i <= level || undefined}
              aria-hidden="true"
            />
          ))}
          <span className={styles['strength']}>
            {strength === '' ? `At least ${limits.passwordMin} characters` : `This one is ${strength}`}
          </span>
        </span>
      }
    />
  );
}
