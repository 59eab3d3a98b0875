import { Link } from 'react-router';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useSite } from '../../lib/page/site.ts';
import { Checkbox } from '../../ui/field.tsx';

/** Names the words that were shown. */
export const readAgreed = ({ words, under_18 }: Fields) => ({
  terms: true as const,
  ...(words && { words }),
  ...(under_18 !== undefined && { under_18: true }),
});

/** The tick of a signup. */
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
            <Link to="/terms" target="_blank">
              Read them first (opens a new tab)
            </Link>
            <span>, and the </span>
            <Link to="/privacy" target="_blank">
              privacy notice
            </Link>
          </>
        }
        errorId={errorId}
      />
    </>
  );
}
