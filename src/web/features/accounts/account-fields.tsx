import { useEffect, useState, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/limits';
import { loadPart } from '../../lib/calls/load-part.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useSite } from '../../lib/page/site.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './account-form.module.css';
import { passwordStrength } from './sign-up-checks.ts';

type OwnField = Pick<ComponentProps<typeof TextField>, 'defaultValue' | 'required' | 'error' | 'errorId'>;

export function NameField(field: OwnField) {
  return (
    <TextField label="Name" name="name" autoComplete="name" maxLength={limits.name} required {...field} />
  );
}

export function PhoneField(field: OwnField) {
  return (
    <TextField
      label="Phone Number"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      hint="Ten digits, without the country code"
      required
      {...field}
    />
  );
}

const steps = ['weak', 'fair', 'good', 'strong'] as const;

/** The name and email in the same form: a password should not contain them. */
function ownWordsIn(form: HTMLFormElement | null): string[] {
  return ['email', 'name'].map((field) => {
    const input = form?.elements.namedItem(field);
    return input instanceof HTMLInputElement ? input.value : '';
  });
}

/** Advice on a weak password; the list of common ones loads on first typing. */
function useAdvice(password: string, own: readonly string[]): string | null {
  const [advice, setAdvice] = useState<{ password: string; text: string | null } | null>(null);
  const words = own.join('\n');
  useEffect(() => {
    if (password.length < limits.passwordMin) return;
    let isCurrent = true;
    loadPart(() => import('#contract/accounts/common-passwords')).then(
      ({ adviceAgainst }) =>
        isCurrent && setAdvice({ password, text: adviceAgainst(password, words.split('\n')) }),
      // Offline there is no advice.
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [password, words]);
  return advice?.password === password ? advice.text : null;
}

/**
 * A new password with strength meter and advice. The only rule is its length.
 * @param own the user's email and name; by default those in the form
 */
export function NewPasswordField({
  own,
  min = limits.passwordMin,
  ...field
}: Pick<ComponentProps<typeof PasswordField>, 'label' | 'error' | 'errorId'> & {
  own?: readonly string[];
  /** Minimum length in characters. */
  min?: number;
}) {
  const [typed, setTyped] = useState({ password: '', own: [''] });
  const advice = useAdvice(typed.password, own ?? typed.own);
  const estimate = passwordStrength(typed.password);
  const strength = advice === null ? estimate : 'weak';
  const level = strength === '' ? -1 : steps.indexOf(strength);
  return (
    <PasswordField
      {...field}
      name="password"
      autoComplete="new-password"
      minLength={min}
      maxLength={limits.passwordMax}
      required
      onChange={({ currentTarget }) =>
        setTyped({ password: currentTarget.value, own: ownWordsIn(currentTarget.form) })
      }
      hint={
        <>
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
              {typed.password.length < min ? `At least ${min} characters` : `Password strength: ${strength}`}
            </span>
          </span>
          {advice !== null && <span className={styles['advice']}>{advice}</span>}
        </>
      }
    />
  );
}

/** Names the words that were shown. */
export const readAgreed = ({ words, under_18 }: Fields) => ({
  terms: true as const,
  ...(words && { words }),
  ...(under_18 !== undefined && { under_18: true }),
});

export function AgreeFields({
  values = {},
  errorId,
}: {
  values?: Fields | undefined;
  errorId?: string | undefined;
}) {
  const { words, asksGuardian } = useSite();
  return (
    <>
      <input type="hidden" name="words" value={words} />
      {asksGuardian && (
        <Checkbox label="I am under 18" name="under_18" defaultChecked={values['under_18'] !== undefined} />
      )}
      <Checkbox
        label="Agree to our terms and conditions"
        name="terms"
        defaultChecked={values['terms'] !== undefined}
        required
        hint={
          <>
            <span>Read the </span>
            <Link to="/terms" target="_blank">
              terms
            </Link>
            <span> and the </span>
            <Link to="/privacy" target="_blank">
              privacy notice
            </Link>
            <span> (new tab)</span>
          </>
        }
        errorId={errorId}
      />
    </>
  );
}
