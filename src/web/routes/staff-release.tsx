import {
  useActionData,
  useLoaderData,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { batchAddress } from '#contract/progress/batch-view';
import { tasks, type Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { markSheetAddress } from '#contract/marking/mark-sheet';
import { markDistributionAddress, releaseAddress, releaseView } from '#contract/marking/staff-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import {
  ofRecord,
  ofVersion,
  postedMarks,
  postedRecords,
  recordKey,
  type ListedMark,
  type ReleaseDone,
} from '../features/marking/release/listed-marks.ts';
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
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { hasOlder } from '../lib/has-older.ts';
import { taskLabel } from '../lib/task-label.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Small, ScreenHead } from '../ui/layout.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import styles from '../features/marking/release/release.module.css';

export const meta = pageMeta('Release marks');

/** `rows` of the task, or of all; `all` is null if there are more than one page holds. */
type Page = {
  batch: string;
  task: Task | null;
  rows: Result<ListedMark[]>;
  all: readonly ListedMark[] | null;
  isWhole: boolean;
};

/** `page` is null for students, and for staff without a batch. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Page> | null };

async function readMarks(call: Call, batch: string, task: Task | null) {
  const query = task === null ? {} : { task };
  const params = { batch };
  const [versions, records] = await Promise.all([
    call('listBatchSubmissions', {
      params,
      query: { state: 'held-back', limit: limits.releasedAtOnce, ...query },
    }),
    call('listUnreleasedRecords', { params, query }),
  ]);
  return {
    rows: [...versions.map(ofVersion), ...records.map(ofRecord)],
    isWhole: !hasOlder(versions, limits.releasedAtOnce) && records.length < limits.releasedAtOnce,
  };
}

async function readPage(call: Call, batch: string, task: Task | null): Promise<Page> {
  const all = await toResult(readMarks(call, batch, null));
  if ('error' in all) return { batch, task, rows: all, all: null, isWhole: true };
  const { rows, isWhole } = all.value;
  if (task === null) return { batch, task, rows: { value: rows }, all: isWhole ? rows : null, isWhole };
  if (isWhole)
    return { batch, task, rows: { value: rows.filter((row) => row.task === task) }, all: rows, isWhole };
  const own = await toResult(readMarks(call, batch, task));
  if ('error' in own) return { batch, task, rows: own, all: null, isWhole: true };
  return { batch, task, rows: { value: own.value.rows }, all: null, isWhole: own.value.isWhole };
}

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const { batch, task } = releaseView(search, user);
  if (user.role === 'student' || batch === null) return { user, batch: '', page: null };
  return { user, batch, page: await defer(readPage(call, batch, task)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const releaseMarks: SignedInHandler<ReleaseDone> = async (call, { fields, search, user }) => {
  const { batch } = releaseView(search, user);
  const { act: formName, 'Idempotency-Key': idempotencyKey } = fields;
  const tasksOfMarks = [...postedMarks(fields)].map(([task, marks]) => ({ task, marks }));
  const records = postedRecords(fields);
  if (batch === null || tasksOfMarks.length + records.length === 0)
    throw new CallError(400, 'bad_request', 'Please select the marks to release.');
  const released = formName !== 'take-back';
  const of = { params: { batch }, idempotencyKey };
  // All marks of versions or none; nothing is done where these are refused.
  const versions =
    tasksOfMarks.length === 0
      ? { done: [] }
      : await call('releaseTasks', { ...of, body: { released, tasks: tasksOfMarks } });
  const others =
    records.length === 0
      ? { done: [], skipped: [] }
      : await call('releaseRecords', { ...of, body: { released, records } });
  return {
    released,
    done: [...versions.done, ...others.done.map(recordKey)],
    skipped: others.skipped.map(({ s_name, task, message }) => `${s_name}, ${taskLabel(task)}: ${message}`),
  };
};
export const action = signedInAction(releaseMarks);
export const clientAction = browserAction(releaseMarks);

/** Another order shows the same marks: what is selected stays. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const unsorted = ({ searchParams }: URL) => {
    const rest = new URLSearchParams(searchParams);
    rest.delete('sort');
    return rest.toString();
  };
  const isSame = unsorted(currentUrl) === unsorted(nextUrl) && currentUrl.search !== nextUrl.search;
  return isSame ? false : defaultShouldRevalidate;
}

function ReleaseScreen({ page: { batch, task, rows, all, isWhole } }: { page: Page }) {
  const outcome = useActionData<ReleaseDone | RefusedForm>();
  const [search] = useSearchParams();
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
        batch={batch}
        task={task}
        sort={releaseView(search, { batches: [] }).sort}
        rows={rows.value}
        isWhole={isWhole}
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
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={page === null ? 'Release marks' : `Release marks of ${batch}`} />
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
