import { messages } from '#contract/messages';
import type { Fields, InvalidField } from '../../../lib/forms/form-fields.ts';
import { TextField } from '../../../ui/field.tsx';

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
