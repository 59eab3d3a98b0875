import type { CurrentUser } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { call } from '../../../lib/calls/client.ts';
import type { Fields, InvalidField } from '../../../lib/forms/form-fields.ts';
import { signWithPasskey } from '../../../lib/session/passkeys.ts';
import { rememberSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Stack } from '../../../ui/layout.tsx';
import styles from '../account-form.module.css';

export const checkCode = ({ code = '' }: Fields): InvalidField[] =>
  code.trim() === '' ? [{ field: 'code', message: messages.codeRequired }] : [];

/** One field for app codes and recovery codes, so that users without one find the other. */
export function CodeField({
  hasApp,
  isFirst = false,
  error,
}: {
  hasApp: boolean;
  /** For a new app: only its own code is valid. */
  isFirst?: boolean;
  error: string | undefined;
}) {
  return (
    <TextField
      label={hasApp ? 'Code' : 'Recovery code'}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      required
      hint={
        isFirst
          ? 'Six digits'
          : hasApp
            ? 'Six digits from your authenticator app, or one of your recovery codes'
            : 'One of the codes that you saved when you set up two-step verification'
      }
      error={error}
    />
  );
}

/** The passkey, above the code field. Needs a script. */
export function PasskeyChoice({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <Stack gap={3} data-needs-script>
      <Button wide busy={isBusy} onClick={onPress}>
        Use your passkey
      </Button>
      <p className={styles['or']}>or</p>
    </Stack>
  );
}

function entered({ student }: { student: CurrentUser }): CurrentUser {
  rememberSession(student);
  return student;
}

/** Ends a login with an app's code or a recovery code. @throws CallError */
export async function stepByCode(code: string): Promise<CurrentUser> {
  return entered(await call('sendLoginCode', { body: { code } }));
}

/** @throws CallError */
export async function stepByPasskey(): Promise<CurrentUser> {
  const passkey = await signWithPasskey(await call('beginPasskeyLogin'));
  return entered(await call('sendPasskeyLogin', { body: { passkey } }));
}
