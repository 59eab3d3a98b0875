import { useActionData, useSearchParams } from 'react-router';
import {
  findMissingField,
  findUnknown,
  type LookedUp,
} from '../features/submissions/receipts/check-receipt.ts';
import { VerifyForm } from '../features/submissions/receipts/verify-form.tsx';
import { formAction, refuseInvalid, type RefusedForm } from '../lib/forms/form-action.ts';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { PageBody } from '../ui/frame.tsx';
import { Stack, ScreenHead } from '../ui/layout.tsx';

export const meta = pageMeta('Verify a document', {
  name: 'description',
  content:
    'Check whether a receipt, a submitted file, a certificate, a mark sheet or a viva record is genuine.',
});

/** Checks the number only: the script checks files on the device. */
export const action = formAction<LookedUp>(async (call, { fields: { number = '' } }) => {
  const found = await findUnknown(call, number);
  if (found === null) refuseInvalid(findMissingField({ receipt: null, number, file: null }));
  return { found };
});

export default function Verify() {
  const posted = useActionData<RefusedForm | LookedUp>();
  const [search] = useSearchParams();
  const { academy } = useSite();
  return (
    <PageBody width="reading">
      <Stack gap={5}>
        <ScreenHead title="Verify a document">
          <p>
            {`Check here whether a receipt, a submitted file or another signed document of ${academy.name} is genuine. You do not need an account.`}
          </p>
        </ScreenHead>
        <VerifyForm number={search.get('number') ?? ''} posted={posted} />
      </Stack>
    </PageBody>
  );
}
