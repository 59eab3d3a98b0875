import { useActionData, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { batchAddress } from '#contract/progress/batch-view';
import { tasks, type Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { ReleasedTasks } from '#contract/marking/release-calls';
import { pageTitle } from '#contract/screens';
import type { StaffSubmission } from '#contract/marking/calls';
import { markSheetAddress } from '#contract/marking/mark-sheet';
import { markDistributionAddress, releaseAddress, releaseView } from '#contract/marking/staff-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { postedMarks } from '../features/marking/release/listed-marks.ts';
import { NoBatches } from '../features/progress/no-batches.tsx';
import { FilesForm } from '../features/privacy/export-form.tsx';
import { ReleaseList } from '../features/marking/release/release-list.tsx';
import { CallError, type Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import {
  browserAction,
  signedInAction,
  type RefusedForm,
  type SignedInAct,
} from '../lib/forms/form-action.ts';
import { hasOlder } from '../lib/has-older.ts';
import { taskLabel } from '../lib/task-label.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Small, ScreenHead } from '../ui/layout.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import styles from '../features/marking/release/release.module.css';

export const meta = () => [{ title: pageTitle('Release marks') }];

/** `rows` of the task, or of all; `all` is null if there are more than one page holds. */
type Page = {
  batch: string;
  task: Task | null;
  rows: Result<StaffSubmission[]>;
  all: readonly StaffSubmission[] | null;
};

/** `page` is null for students, and for staff without a batch. */
type LoaderData = { user: CurrentUser; page: Deferred<Page> | null };

async function readPage(call: Call, batch: string, task: Task | null): Promise<Page> {
  const read = (query: { task?: Task }) =>
    toResult(
      call('listBatchSubmissions', {
        params: { batch },
        query: { state: 'held-back', limit: limits.releasedAtOnce, ...query },
      }),
    );
  const all = await read({});
  if ('error' in all) return { batch, task, rows: all, all: null };
  const isWhole = !hasOlder(all.value, limits.releasedAtOnce);
  if (task === null) return { batch, task, rows: all, all: isWhole ? all.value : null };
  if (!isWhole) return { batch, task, rows: await read({ task }), all: null };
  return { batch, task, rows: { value: all.value.filter((row) => row.task === task) }, all: all.value };
}

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const { batch, task } = releaseView(search, user);
  if (user.role === 'student' || batch === null) return { user, page: null };
  return { user, page: await defer(readPage(call, batch, task)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const releaseMarks: SignedInAct<ReleasedTasks> = async (call, { fields, search, user }) => {
  const { batch } = releaseView(search, user);
  const { act, 'Idempotency-Key': idempotencyKey } = fields;
  const byTask = [...postedMarks(fields)].map(([task, marks]) => ({ task, marks }));
  if (batch === null || byTask.length === 0)
    throw new CallError(400, 'bad_request', 'Please select the marks to release.');
  const body = { released: act !== 'take-back', tasks: byTask };
  return call('releaseTasks', { params: { batch }, body, idempotencyKey });
};
export const action = signedInAction(releaseMarks);
export const clientAction = browserAction(releaseMarks);

function ReleaseScreen({ page: { batch, task, rows, all } }: { page: Page }) {
  const outcome = useActionData<ReleasedTasks | RefusedForm>();
  const countOf = (of: Task | null) =>
    all === null ? '' : ` (${all.filter((row) => of === null || row.task === of).length})`;
  if ('error' in rows) return <BatchUnavailable batch={batch} error={rows.error} />;
  return (
    <>
      <Row as="nav" gap={2} aria-label="Task" className={styles['tabs']}>
        {[null, ...tasks].map((one) => (
          <ButtonLink
            key={one ?? ''}
            to={releaseAddress(batch, one)}
            replace
            preventScrollReset
            variant="choice"
            small
            aria-current={one === task ? 'page' : undefined}
          >
            {`${one === null ? 'All' : taskLabel(one)}${countOf(one)}`}
          </ButtonLink>
        ))}
      </Row>
      <ReleaseList
        key={`${batch} ${task ?? ''}`}
        task={task}
        rows={rows.value}
        posted={outcome !== undefined && 'done' in outcome ? outcome : undefined}
      />
      <FilesForm batches={[batch]} task={task} />
      <Row gap={3}>
        <ButtonLink variant="secondary" small to={batchAddress(batch)}>
          {`All students of ${batch}`}
        </ButtonLink>
        <ButtonLink variant="secondary" small to={markSheetAddress(batch, task)}>
          Marks from a spreadsheet
        </ButtonLink>
        <ButtonLink variant="secondary" small to={markDistributionAddress(batch)}>
          Mark distribution
        </ButtonLink>
      </Row>
    </>
  );
}

export default function StaffRelease() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title="Release marks" />
        {page !== null && <Small>Marks that students cannot see yet.</Small>}
      </Row>
      {page === null ? (
        user.role === 'student' ? (
          <WrongRole user={user} />
        ) : (
          <NoBatches user={user} />
        )
      ) : (
        <AwaitData data={page.data} skeleton={<ListSkeleton />}>
          {(loaded) => <ReleaseScreen page={loaded} />}
        </AwaitData>
      )}
    </PageBody>
  );
}
