import { limits } from '#contract/limits';
import { PasswordField } from '../../ui/password-field.tsx';

export function PresentPassword({
  name = 'current_password',
  error,
}: {
  name?: string;
  error?: string | undefined;
}) {
  return (
    <PasswordField
      label="Current password"
      name={name}
      autoComplete="current-password"
      maxLength={limits.passwordMax}
      required
      error={error}
    />
  );
}
