import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import type { Absence } from '#contract/viva-requests/absence-calls';
import { vivasAddress } from '#contract/vivas/addresses';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { AbsencePreview, ChooseAbsence, readAbsenceForm } from '../features/viva-requests/absence.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack } from '../ui/layout.tsx';
import { EmptyState, FormSkeleton } from '../ui/states.tsx';
import { OfficeHead } from './office-head.tsx';

const title = 'Absent examiner';
export const meta = pageMeta(title);

/** `page` is null for all but the office. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Result<Absence>> | null };

const dayPattern = /^20\d{2}-\d{2}-\d{2}$/;

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role !== 'administrator') return { user, batch, page: null };
  const [examiner, day] = [search.get('examiner'), search.get('day') ?? ''];
  const query = examiner !== null && dayPattern.test(day) ? { examiner, day } : {};
  return { user, batch, page: await defer(toResult(call('readAbsence', { params: { batch }, query }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'examiner-replaced': 'The plan is changed. Nobody has been told yet.',
});

const change: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const body = readAbsenceForm(fields);
  await call('replaceExaminer', { params: { batch }, body, idempotencyKey: fields['Idempotency-Key'] });
  return redirectWithNotice(vivasAddress(batch, { day: body.day }), 'examiner-replaced');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffBatchAbsence() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <OfficeHead
        title={title}
        {...(page !== null && { trail: [{ label: `Vivas of ${batch}`, to: vivasAddress(batch) }] })}
      />
      {page === null ? (
        <WrongRole user={user} isOffice />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<Absence>) =>
            'error' in result ? (
              <BatchUnavailable batch={batch} error={result.error} />
            ) : result.value.days.length === 0 ? (
              <EmptyState
                title="No vivas from now on"
                action={
                  <ButtonLink variant="secondary" to={vivasAddress(batch)}>
                    Open the plan
                  </ButtonLink>
                }
              >
                <p>You can replace an examiner of planned vivas that have not begun.</p>
              </EmptyState>
            ) : (
              <Stack>
                <ChooseAbsence absence={result.value} />
                <AbsencePreview absence={result.value} />
              </Stack>
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
