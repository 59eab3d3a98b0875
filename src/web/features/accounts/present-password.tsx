import { academyLoginPath } from '#contract/accounts/academy-login';
import { limits } from '#contract/limits';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { useSite } from '../../lib/page/site.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Small } from '../../ui/layout.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

type Holder = Pick<OwnAccount, 'has_password' | 'second_factor'>;

/** Earlier answers do not say it. */
export const hasPassword = ({ has_password }: Pick<Holder, 'has_password'>): boolean =>
  has_password !== false;

/** The current password; without one, a recent login at the academy takes its place. */
export function PresentPassword({
  account,
  name = 'current_password',
  error,
}: {
  account: Holder;
  name?: string;
  error?: string | undefined;
}) {
  if (!hasPassword(account)) return <RecentLogin factors={account.second_factor} />;
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

function RecentLogin({ factors: { factors, is_proven } }: { factors: Holder['second_factor'] }) {
  const { academyLogin } = useSite();
  // A code or passkey is asked for instead.
  if (factors.length > 0) return null;
  if (is_proven) return <Small>You have just logged in, so no password is needed.</Small>;
  return (
    <>
      <p>Your account has no password. Log in again first, to confirm that it is you.</p>
      {academyLogin === null ? (
        <p>Log out, then log in again.</p>
      ) : (
        <ButtonLink to={academyLoginPath} reloadDocument variant="secondary">
          {academyLogin.button}
        </ButtonLink>
      )}
    </>
  );
}
