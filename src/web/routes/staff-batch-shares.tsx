import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { MarkingShares, SharedStudent } from '#contract/marking/share-calls';
import { markingSharesAddress, staffAddress } from '#contract/marking/staff-view';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { AssignStudents } from '../features/marking/shares/assign-students.tsx';
import { DivideEvenly, ShareTable } from '../features/marking/shares/marking-shares.tsx';
import { missingIn, postedDivision } from '../features/marking/shares/share-fields.ts';
import { CallError, type Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, ScreenHead, Small } from '../ui/layout.tsx';
import { EmptyState, ListSkeleton } from '../ui/states.tsx';
import { Section } from './staff-screen.tsx';

export const meta = pageMeta('Divide marking');

type Page = { shares: MarkingShares; students: readonly SharedStudent[] };

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, batch: string): Promise<Page> {
  const params = { batch };
  const [shares, students] = await Promise.all([
    call('readMarkingShares', { params }),
    call('listSharedStudents', { params }),
  ]);
  return { shares, students };
}

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null };
  return { user, batch, page: await defer(toResult(readPage(call, batch))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'marking-divided': 'The marking is divided.',
});

const divide: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const body = postedDivision(fields);
  const missing = missingIn(body);
  if (missing !== null) throw new CallError(400, 'bad_request', missing);
  await call('divideMarking', { params: { batch }, body, idempotencyKey: fields['Idempotency-Key'] });
  return redirectWithNotice(markingSharesAddress(batch), 'marking-divided');
};
export const action = signedInAction(divide);
export const clientAction = browserAction(divide);

function Shares({ page: { shares, students } }: { page: Page }) {
  if (shares.mentors.length === 0)
    return (
      <EmptyState title="No mentor to divide between">
        <p>{`No mentor of ${shares.batch} has an account yet.`}</p>
      </EmptyState>
    );
  return (
    <>
      <Small>
        Each student belongs to one mentor, for all tasks. All mentors of the batch can still mark every
        student.
      </Small>
      <ShareTable shares={shares} />
      <Section title="Divide evenly">
        <DivideEvenly key={shares.state} shares={shares} />
      </Section>
      {students.length > 0 && (
        <Section title="Assign by list">
          <AssignStudents key={shares.state} shares={shares} students={students} />
        </Section>
      )}
    </>
  );
}

export default function StaffBatchShares() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={page === null ? 'Divide marking' : `Divide the marking of ${batch}`} />
        {page !== null && (
          <>
            <ButtonLink variant="secondary" small to={batchAddress(batch)}>
              All students
            </ButtonLink>
            <ButtonLink variant="secondary" small to={staffAddress({ batch })}>
              Mark submissions
            </ButtonLink>
          </>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<ListSkeleton />}>
          {(result: Result<Page>) =>
            'value' in result ? (
              <Shares page={result.value} />
            ) : (
              <BatchUnavailable batch={batch} error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
