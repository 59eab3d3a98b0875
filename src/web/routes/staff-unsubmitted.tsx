import { useActionData, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { tasks, type Task } from '#contract/dates';
import type { RecordedForSeveral, Unsubmitted } from '#contract/marking/recorded-calls';
import { unsubmittedAddress } from '#contract/marking/staff-view';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { chosenStudents, UnsubmittedList } from '../features/marking/recorded/unsubmitted-list.tsx';
import { CallError, type Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import {
  browserAction,
  signedInAction,
  type RefusedForm,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { taskLabel } from '../lib/task-label.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, ScreenHead, Small } from '../ui/layout.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import styles from '../features/marking/release/release.module.css';

export const meta = pageMeta('Not submitted');

/** `page` is null for students. */
type LoaderData = {
  user: CurrentUser;
  batch: string;
  task: Task;
  page: Deferred<Result<Unsubmitted>> | null;
};

const taskOf = (search: URLSearchParams): Task =>
  tasks.find((task) => task === search.get('task')) ?? 'week-1';

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const task = taskOf(search);
  if (user.role === 'student') return { user, batch, task, page: null };
  const read = call('listUnsubmitted', { params: { batch }, query: { task } });
  return { user, batch, task, page: await defer(toResult(read)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const record: SignedInHandler<RecordedForSeveral> = async (call, { fields, params, search }) => {
  const students = chosenStudents(fields);
  if (students.length === 0) throw new CallError(400, 'bad_request', 'Select the students first.');
  const { comments = '', released, 'Idempotency-Key': idempotencyKey } = fields;
  const body = { task: taskOf(search), students, comments: comments.trim(), released: released === 'yes' };
  return call('recordNotSubmitted', { params: { batch: params['batch'] ?? '' }, body, idempotencyKey });
};
export const action = signedInAction(record);
export const clientAction = browserAction(record);

export default function StaffUnsubmitted() {
  const { user, batch, task, page } = useLoaderData<LoaderData>();
  const outcome = useActionData<RecordedForSeveral | RefusedForm>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title="Not submitted" />
        {page !== null && <Small>{`${batch}: the due date has passed, and nothing was submitted.`}</Small>}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <>
          <Row as="nav" gap={2} aria-label="Task" className={styles['tabs']}>
            {tasks.map((one) => (
              <ButtonLink
                key={one}
                to={unsubmittedAddress(batch, one)}
                replace
                preventScrollReset
                variant="choice"
                small
                aria-current={one === task ? 'page' : undefined}
              >
                {taskLabel(one)}
              </ButtonLink>
            ))}
          </Row>
          <AwaitData data={page.data} skeleton={<ListSkeleton />}>
            {(result: Result<Unsubmitted>) =>
              'error' in result ? (
                <BatchUnavailable batch={batch} error={result.error} />
              ) : (
                <UnsubmittedList
                  key={`${batch} ${task}`}
                  first={result.value}
                  posted={outcome !== undefined && 'recorded' in outcome ? outcome : undefined}
                />
              )
            }
          </AwaitData>
          <Row gap={3}>
            <ButtonLink variant="secondary" small to={batchAddress(batch)}>
              {`All students of ${batch}`}
            </ButtonLink>
          </Row>
        </>
      )}
    </PageBody>
  );
}
