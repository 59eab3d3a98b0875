import { Link, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { ownVivasAddress } from '#contract/examiners/addresses';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { vivaPanelsAddress } from '#contract/viva-hour/addresses';
import { absenceAddress, vivasAddress } from '#contract/vivas/addresses';
import { vivaDayAddress } from '#contract/vivas/day';
import { vivaSheetAddress } from '#contract/vivas/viva-sheet';
import { planOrders } from '#contract/vivas/plan';
import type { PlanView } from '#contract/vivas/plan-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { PlaceForm, readPlaceForm, readRemoval } from '../features/vivas/place-form.tsx';
import { PlanForm, readPlanForm } from '../features/vivas/plan-form.tsx';
import { readExtraForm } from '../features/vivas/extra-form.tsx';
import { FindStudent, FoundStudents } from '../features/vivas/find-student.tsx';
import { PublishForm, readPublishForm } from '../features/vivas/publish-form.tsx';
import { DayChoice, DayPlan, PlanAll, Unplaced } from '../features/vivas/schedule.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countOf } from '../ui/format-number.ts';
import { PageBody } from '../ui/frame.tsx';
import { FoldSummary, Row, ScreenHead, Small, Stack } from '../ui/layout.tsx';
import { EmptyState, FormSkeleton } from '../ui/states.tsx';
import { Section } from './staff-screen.tsx';
import vivas from '../features/vivas/vivas.module.css';
import styles from './staff-batch.module.css';

export const meta = pageMeta('Vivas');

/** `page` is null for students. */
type LoaderData = {
  user: CurrentUser;
  batch: string;
  /** Words of a name. */
  find: string;
  isBoard: boolean;
  page: Deferred<Result<PlanView>> | null;
};

const isBoardOf = (search: URLSearchParams): boolean => search.get('view') === 'board';
const dayPattern = /^20\d{2}-\d{2}-\d{2}$/;

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const student = search.get('student');
  if (user.role === 'student') return { user, batch, find: '', isBoard: false, page: null };
  const day = search.get('day') ?? '';
  const find = search.get('find')?.trim() ?? '';
  const query = {
    ...(dayPattern.test(day) && { day }),
    ...(student !== null && student !== '' && { student }),
    ...(find !== '' && { find }),
  };
  return {
    user,
    batch,
    find,
    isBoard: isBoardOf(search),
    page: await defer(toResult(call('readVivaPlan', { params: { batch }, query }))),
  };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'viva-plan-saved': 'The plan is saved. Vivas that have a time keep it.',
  'vivas-planned': 'The times are given. Nobody has been told yet.',
  'vivas-published': 'The students are told.',
  'viva-placed': 'The time is saved.',
  'viva-extra-saved': 'The extra minutes are saved.',
  'viva-unplaced': 'The time is taken away.',
});

const change: SignedInHandler = async (call, { fields, params, search }) => {
  const batch = params['batch'] ?? '';
  const idempotencyKey = fields['Idempotency-Key'];
  const day = search.get('day');
  const ofStudent = { batch, s_id: fields['student'] ?? '' };
  switch (fields['act']) {
    case 'fill': {
      const order = planOrders.find((one) => one === fields['order']) ?? 'name';
      const body = { order, seed: fields['seed'] ?? '' };
      await call('planVivas', { params: { batch }, body, idempotencyKey });
      return redirectWithNotice(vivasAddress(batch), 'vivas-planned');
    }
    case 'publish': {
      const body = readPublishForm(fields);
      await call('publishVivas', { params: { batch }, body, idempotencyKey });
      return redirectWithNotice(vivasAddress(batch, { day }), 'vivas-published');
    }
    case 'place': {
      const body = readPlaceForm(fields);
      await call('placeViva', { params: ofStudent, body, idempotencyKey });
      const placed = body.starts_at.slice(0, 'YYYY-MM-DD'.length);
      return redirectWithNotice(
        vivasAddress(batch, { day: placed, isBoard: isBoardOf(search) }),
        'viva-placed',
      );
    }
    case 'unplace':
      await call('unplaceViva', { params: ofStudent, body: readRemoval(fields), idempotencyKey });
      return redirectWithNotice(vivasAddress(batch, { day }), 'viva-unplaced');
    case 'extra':
      await call('setVivaExtra', { params: ofStudent, body: readExtraForm(fields), idempotencyKey });
      return redirectWithNotice(vivasAddress(batch, { day, student: ofStudent.s_id }), 'viva-extra-saved');
    default:
      await call('setVivaPlan', { params: { batch }, body: readPlanForm(fields), idempotencyKey });
      return redirectWithNotice(vivasAddress(batch), 'viva-plan-saved');
  }
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

function Plan({
  view,
  user,
  find,
  isBoard,
}: Pick<LoaderData, 'user' | 'find' | 'isBoard'> & { view: PlanView }) {
  const isOffice = user.role === 'administrator';
  const { days, rooms, examiners } = view.plan;
  const isReady = days.length > 0 && rooms.length > 0 && examiners.length > 0;
  // Also by a spreadsheet, which may have no hours.
  const isPlanned = isReady || view.days.length > 0;
  const chosen = isOffice ? view.chosen : null;
  const shown = { isOffice, isBoard: isBoard && chosen === null };
  const settings = <PlanForm key={view.batch} account={user.account} batches={user.batches} view={view} />;
  const given = (
    <Small>{`Times given: ${view.students - view.unplaced_count} of ${countOf(view.students, 'student')} with a project.`}</Small>
  );
  return (
    <>
      {view.days.length === 0 && given}
      {chosen !== null && <PlaceForm key={chosen.student.s_id} view={view} chosen={chosen} />}
      {!isPlanned && isOffice && <Section title="When, where and who">{settings}</Section>}
      {!isOffice && view.days.length === 0 && (
        <EmptyState title="No times yet">
          <p>The office plans the vivas of this batch.</p>
        </EmptyState>
      )}
      {isReady && isOffice && view.unplaced_count > 0 && chosen === null && (
        <Section title={`${countOf(view.unplaced_count, 'student has', 'students have')} no time`}>
          <PlanAll view={view} />
        </Section>
      )}
      {isOffice && chosen === null && <PublishForm view={view} />}
      <Stack gap={3}>
        <div className={vivas['bar']}>
          <DayChoice view={view} {...shown} />
          {view.days.length > 0 && given}
          <FindStudent key={find} view={view} find={find} />
        </div>
        <FoundStudents view={view} find={find} isOffice={isOffice} />
        <DayPlan view={view} {...shown} />
      </Stack>
      {isOffice && view.days.length > 0 && <Link to={absenceAddress(view.batch)}>An examiner is ill</Link>}
      {isPlanned && view.unplaced_count > 0 && (
        <Section title="Without a time">
          <Unplaced view={view} isOffice={isOffice} />
        </Section>
      )}
      {isPlanned && isOffice && (
        <details>
          <FoldSummary>Days, rooms and examiners</FoldSummary>
          {settings}
        </details>
      )}
    </>
  );
}

export default function StaffBatchVivas() {
  const { user, batch, find, isBoard, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={page === null ? 'Vivas' : `Vivas of ${batch}`} />
        {user.role === 'administrator' && (
          <ButtonLink variant="secondary" small to={vivaSheetAddress(batch)}>
            From a spreadsheet
          </ButtonLink>
        )}
        {page !== null && (
          <Row gap={2} className={styles['back']}>
            {user.role === 'mentor' && (
              <ButtonLink small variant="secondary" to={ownVivasAddress}>
                Your vivas
              </ButtonLink>
            )}
            <ButtonLink small variant="secondary" to={vivaDayAddress(batch)}>
              Viva day
            </ButtonLink>
            <ButtonLink variant="secondary" small to={batchAddress(batch)}>
              All students
            </ButtonLink>
          </Row>
        )}
        {user.role === 'administrator' && (
          <ButtonLink variant="secondary" small to={vivaPanelsAddress(batch)}>
            Viva marks
          </ButtonLink>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<PlanView>) =>
            'value' in result ? (
              <Stack>
                <Plan view={result.value} user={user} find={find} isBoard={isBoard} />
              </Stack>
            ) : (
              <BatchUnavailable batch={batch} error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
