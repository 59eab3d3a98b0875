import { useActionData, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { tasks, type Task } from '#contract/dates';
import { isTask, releaseChoices } from '#contract/marking/mark-sheet';
import { releaseView } from '#contract/marking/staff-view';
import { batchAddress } from '#contract/progress/batch-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import {
  MarkSheet,
  readMarkColumns,
  type Checked,
  type Saved,
} from '../features/marking/sheet/mark-sheet.tsx';
import { NoBatches } from '../features/progress/no-batches.tsx';
import { CallError, type Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import {
  browserAction,
  signedInAction,
  type RefusedForm,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Small, ScreenHead } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';

const title = 'Marks from a spreadsheet';
export const meta = pageMeta(title);

type Page = { batch: string; task: Task; submissions: Result<number> };
/** `page` is null for students, and for staff without a batch. */
type LoaderData = { user: CurrentUser; batch: string | null; page: Deferred<Page> | null };

async function readPage(call: Call, batch: string, task: Task): Promise<Page> {
  const read = await toResult(call('listBatchSubmissions', { params: { batch }, query: { limit: 1 } }));
  return { batch, task, submissions: 'error' in read ? read : { value: read.value.length } };
}

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const { batch, task } = releaseView(search, user);
  if (user.role === 'student' || batch === null) return { user, batch: null, page: null };
  return { user, batch, page: await defer(readPage(call, batch, task ?? tasks[0])) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const submitMarks: SignedInHandler<Checked | Saved> = async (call, { fields, search, user }) => {
  const { batch } = releaseView(search, user);
  const {
    act: formName,
    text = '',
    task = '',
    released: typed,
    seen = '',
    'Idempotency-Key': idempotencyKey,
  } = fields;
  if (batch === null || !isTask(task)) throw new CallError(400, 'bad_request', 'Choose a task.');
  const released = releaseChoices.find((one) => one === typed) ?? 'keep';
  const columns = readMarkColumns(fields);
  const body = { text, task, released, ...(columns !== undefined && { columns }) };
  const params = { batch };
  if (formName === 'save') {
    const { saved } = await call('importMarks', { params, body: { ...body, seen }, idempotencyKey });
    return { saved, task, released };
  }
  return { ...(await call('checkMarks', { params, body })), sheet: { text, task, released } };
};
export const action = signedInAction(submitMarks);
export const clientAction = browserAction(submitMarks);

function MarksScreen({ page: { batch, task, submissions } }: { page: Page }) {
  const outcome = useActionData<Checked | Saved | RefusedForm>();
  if ('error' in submissions) return <BatchUnavailable batch={batch} error={submissions.error} />;
  if (submissions.value === 0)
    return (
      <EmptyState
        title="No submissions yet"
        action={<ButtonLink to={batchAddress(batch)}>{`Students of ${batch}`}</ButtonLink>}
      >
        <p>Marks can be saved once students have submitted.</p>
      </EmptyState>
    );
  return (
    <MarkSheet
      key={`${batch} ${task}`}
      batch={batch}
      task={task}
      posted={outcome !== undefined && !('failure' in outcome) ? outcome : undefined}
    />
  );
}

export default function StaffMarks() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={title} />
        {batch !== null && <Small>{batch}</Small>}
      </Row>
      {page === null ? (
        user.role === 'student' ? (
          <WrongRole user={user} />
        ) : (
          <NoBatches user={user} />
        )
      ) : (
        <AwaitData data={page.data} skeleton={<Skeleton height="24rem" />}>
          {(loaded) => <MarksScreen page={loaded} />}
        </AwaitData>
      )}
    </PageBody>
  );
}
