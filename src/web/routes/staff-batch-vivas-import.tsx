import { useActionData, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import { vivasAddress } from '#contract/vivas/addresses';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import {
  readVivaColumns,
  VivaSheet,
  type CheckedTimes,
  type SavedTimes,
} from '../features/vivas/sheet/viva-sheet.tsx';
import {
  browserAction,
  signedInAction,
  type RefusedForm,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { PageBody } from '../ui/frame.tsx';
import { Stack } from '../ui/layout.tsx';
import { OfficeHead } from './office-head.tsx';

const title = 'Vivas from a spreadsheet';
export const meta = pageMeta(title);

type LoaderData = { user: CurrentUser; batch: string };

const load = async (_: Call, { user, params }: Visit): Promise<LoaderData> => ({
  user,
  batch: spelledBatch(params['batch'] ?? '', user.batches),
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const submitTimes: SignedInHandler<CheckedTimes | SavedTimes> = async (call, { fields, params: of }) => {
  const { act: formName, text = '', seen = '', 'Idempotency-Key': idempotencyKey } = fields;
  const params = { batch: of['batch'] ?? '' };
  const columns = readVivaColumns(fields);
  const body = { text, ...(columns !== undefined && { columns }) };
  if (formName === 'save') return call('importVivas', { params, body: { ...body, seen }, idempotencyKey });
  return { ...(await call('checkVivas', { params, body })), sheet: { text } };
};
export const action = signedInAction(submitTimes);
export const clientAction = browserAction(submitTimes);

export default function StaffBatchVivasImport() {
  const { user, batch } = useLoaderData<LoaderData>();
  const outcome = useActionData<CheckedTimes | SavedTimes | RefusedForm>();
  const isOffice = user.role === 'administrator';
  return (
    <PageBody width="work">
      <OfficeHead
        title={title}
        {...(isOffice && { trail: [{ label: `Vivas of ${batch}`, to: vivasAddress(batch) }] })}
      />
      {isOffice ? (
        <Stack>
          <VivaSheet
            key={batch}
            batch={batch}
            posted={outcome !== undefined && !('failure' in outcome) ? outcome : undefined}
          />
        </Stack>
      ) : (
        <WrongRole user={user} isOffice={user.role !== 'student'} />
      )}
    </PageBody>
  );
}
