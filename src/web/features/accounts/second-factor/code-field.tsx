import { messages } from '#contract/messages';
import type { Fields, InvalidField } from '../../../lib/forms/form-fields.ts';
import { TextField } from '../../../ui/field.tsx';

/** The failed check of a form with a code. */
export const checkCode = ({ code = '' }: Fields): InvalidField[] =>
  code.trim() === '' ? [{ field: 'code', message: messages.codeRequired }] : [];

/** Where an app's code or a recovery code is typed: one field for both, since who has lost the one looks for the other. */
export function CodeField({
  hasApp,
  isFirst = false,
  error,
}: {
  hasApp: boolean;
  /** Of an app that is being set up: no other code will do. */
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
