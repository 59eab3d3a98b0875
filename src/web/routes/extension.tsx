import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import { extensionAddress, nextTaskAddress, taskScreen } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import type { OwnVivaRequest } from '#contract/viva-requests/calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { readTimeline } from '../features/submissions/live-tasks.ts';
import {
  DueOfTask,
  extensionNotice,
  extensionNotices,
  OwnExtension,
} from '../features/submissions/own-extension.tsx';
import { AnotherTime } from '../features/viva-requests/another-time.tsx';
import { CallError } from '../lib/calls/call-error.ts';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { EmptyState, FormSkeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

const title = 'Request an extension';
export const meta = pageMeta(title);

/** Up to so many days are granted at once. */
type AskedOn = { task: TimelineTask; days: number | undefined; own: OwnVivaRequest | null };

/** Null for an unknown task. `page` is null for staff. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<AskedOn | null>> | null };

async function readTask(call: Call, s_id: string, name: string | null): Promise<AskedOn | null> {
  const [{ timeline }, own] = await Promise.all([
    readTimeline(call, s_id),
    name === 'viva' ? call('readVivaRequest', { params: { s_id } }) : null,
  ]);
  const task = timeline.tasks.find((one) => one.task === name);
  return task === undefined ? null : { task, days: timeline.extension_days, own };
}

/** `?task=week-1`. */
async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  if (user.role !== 'student') return { user, page: null };
  return { user, page: await defer(toResult(readTask(call, user.account, search.get('task')))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** The file of a form without a script. */
async function attachPosted(call: Call, s_id: string): Promise<string | undefined> {
  try {
    return (await call('attachFile', { params: { s_id } })).id;
  } catch (error) {
    if (error instanceof CallError && error.code === 'no_file') return undefined;
    throw error;
  }
}

const redirectWithNotice = withNotices({
  ...extensionNotices,
  'viva-time-chosen': 'Your choice is sent to the office.',
  'viva-request-withdrawn': 'Your request is withdrawn. Your time stays as it is.',
});

const ask: SignedInHandler = async (call, { user, fields, readFields }) => {
  const { account: s_id } = user;
  const { act: formName, offer = '', 'Idempotency-Key': clickKey } = fields;
  const ofClick = { params: { s_id }, idempotencyKey: clickKey };
  if (formName === 'choose-viva-time') {
    await call('pickVivaOffer', { ...ofClick, body: { offer: offer === '' ? null : offer } });
    return redirectWithNotice(extensionAddress('viva'), 'viva-time-chosen');
  }
  if (formName === 'withdraw-viva-request') {
    await call('withdrawVivaRequest', ofClick);
    return redirectWithNotice(taskScreen('viva'), 'viva-request-withdrawn');
  }
  const isStreamed = fields['task'] === undefined;
  const file = isStreamed ? await attachPosted(call, s_id) : undefined;
  const {
    task = '',
    until = '',
    reason = '',
    is_move: isMove,
    'Idempotency-Key': idempotencyKey,
  } = await readFields();
  const body = {
    task: task as Task,
    until,
    reason,
    ...(file !== undefined && { file }),
    ...(isMove !== undefined && { is_move: isMove === 'true' }),
  };
  const given = { params: { s_id }, body, idempotencyKey };
  const { extension_request: request } = await call('askExtension', given);
  return redirectWithNotice(taskScreen(task as Task), extensionNotice(request.answer));
};
/** A request with a script is sent by the outbox. */
export const action = signedInAction(ask);
export const clientAction = browserAction(ask);

function Shown({ asked, s_id }: { asked: AskedOn | null; s_id: string }) {
  if (asked === null)
    return (
      <>
        <ScreenHead title={title} />
        <EmptyState
          title="Open a task first"
          action={<ButtonLink to={nextTaskAddress}>Go to your tasks</ButtonLink>}
        />
      </>
    );
  const { task, days, own } = asked;
  if (own !== null && own.starts_at !== null) return <AnotherTime task={task} own={own} s_id={s_id} />;
  return (
    <>
      <ScreenHead title={title}>
        <DueOfTask task={task} />
      </ScreenHead>
      <OwnExtension task={task} days={days} s_id={s_id} />
    </>
  );
}

export default function ExtensionScreen() {
  const { user, page } = useLoaderData<LoaderData>();
  const head = <ScreenHead title={title} />;
  return (
    <PageBody>
      {page === null ? (
        <>
          {head}
          <WrongRole user={user} />
        </>
      ) : (
        <AwaitData
          data={page.data}
          skeleton={
            <>
              <ScreenHead title={title}>
                <p>{'\u00a0'}</p>
              </ScreenHead>
              <FormSkeleton />
            </>
          }
        >
          {(result) =>
            'value' in result ? (
              <Shown asked={result.value} s_id={user.account} />
            ) : (
              <>
                {head}
                <LoadError title="The due date could not be loaded" error={result.error} />
              </>
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
