import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import { fillPath } from '#contract/fill-path';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { nextTaskAddress, pageTitle, taskScreen } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import { latenessOfTask } from '#contract/submissions/lateness';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { readTimeline } from '../features/submissions/live-tasks.ts';
import { DueText, mayAskForExtension } from '../features/submissions/task-brief.tsx';
import { CallError, errorMessage } from '../lib/calls/call-error.ts';
import { newIdempotencyKey } from '../lib/forms/idempotency-key.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { useReturnedDraft } from '../lib/forms/use-draft.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { uploadByUser } from '../lib/calls/upload.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { taskLabel } from '../lib/task-label.ts';
import { ActionForm } from '../ui/action-form.tsx';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { FileField } from '../ui/file-field.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { PageBody } from '../ui/frame.tsx';
import { Row, Stack, ScreenHead } from '../ui/layout.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { EmptyState, FormSkeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from '../features/submissions/tasks.module.css';

const title = 'Request an extension';
export const meta = () => [{ title: pageTitle(title) }];

/** Up to so many days are granted at once. */
type AskedOn = { task: TimelineTask; days: number | undefined };

/** Null for an unknown task. `page` is null for staff. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<AskedOn | null>> | null };

async function readTask(call: Call, s_id: string, name: string | null): Promise<AskedOn | null> {
  const { timeline } = await readTimeline(call, s_id);
  const task = timeline.tasks.find((one) => one.task === name);
  return task === undefined ? null : { task, days: timeline.extension_days };
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

const ask: SignedInAct = async (call, { user, fields, readFields }) => {
  const { account: s_id } = user;
  const isStreamed = fields['task'] === undefined;
  const file = isStreamed ? await attachPosted(call, s_id) : fields['file'];
  const { task = '', until = '', reason = '', 'Idempotency-Key': idempotencyKey } = await readFields();
  const body = { task: task as Task, until, reason, ...(file !== undefined && { file }) };
  const given = { params: { s_id }, body, idempotencyKey };
  const { extension_request: request } = await call('askExtension', given);
  const notice = request.answer === 'granted' ? 'extension-given' : 'extension-requested';
  return redirectWithNotice(taskScreen(task as Task), notice);
};
export const action = signedInAction(ask);
export const clientAction = browserAction(ask);

/** `id` once it is sent, `sent` its share meanwhile; `error` for its field, `failure` for the whole form. */
type SentFile = {
  file: File | null;
  id: string | null;
  sent: number | null;
  error?: string | undefined;
  failure?: string | undefined;
};

const none: SentFile = { file: null, id: null, sent: null };

/** One optional file of a form, which its submit sends first. */
function useSentFile(s_id: string) {
  const [state, setState] = useState(none);
  const key = useRef('');
  const set = (fields: Partial<SentFile>) => setState((before) => ({ ...before, ...fields }));

  function pick(file: File | null): void {
    key.current = newIdempotencyKey();
    setState({ ...none, file });
  }

  /** @returns whether the form can follow, with its `id` */
  async function send(file: File): Promise<boolean> {
    set({ sent: 0, error: undefined, failure: undefined });
    try {
      if (file.size > limits.attachmentPictureBytes) {
        set({ sent: null, error: 'This file is too large. It can have at most 5 MB.' });
        return false;
      }
      const onProgress = (sent: number) => set({ sent });
      const options = { params: { s_id }, fields: {}, idempotencyKey: key.current, onProgress };
      const { id } = await uploadByUser('attachFile', { ...options, file });
      flushSync(() => set({ sent: null, id }));
      return true;
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500;
      set({ sent: null, [isRefused ? 'error' : 'failure']: errorMessage(error) });
      return false;
    }
  }
  return { ...state, isBusy: state.sent !== null, pick, send };
}

function AskForm({ task: { task }, days, s_id }: AskedOn & { s_id: string }) {
  const { file, id, sent, error, failure, isBusy, pick, send } = useSentFile(s_id);
  const form = useActionForm({
    hidden: { task, ...(id !== null && { file: id }) },
    onDone: () => setReason(''),
  });
  const [reason, setReason] = useReturnedDraft(`${s_id} extension ${task}`, form.values?.['reason']);
  const { attributes } = form;
  const onSubmit: typeof attributes.onSubmit = (event) => {
    if (file === null || id !== null) return attributes.onSubmit(event);
    event.preventDefault();
    const { currentTarget, nativeEvent } = event;
    const { submitter } = nativeEvent as SubmitEvent;
    void send(file).then((isSent) => isSent && currentTarget.requestSubmit(submitter));
  };
  return (
    <Card className={styles['asking']}>
      <ActionForm
        form={{
          ...form,
          failure: failure ?? form.failure,
          isBusy: isBusy || form.isBusy,
          attributes: { ...attributes, onSubmit },
        }}
        encType="multipart/form-data"
        button="Send request"
        gap={4}
        variant="primary"
        further={
          <ButtonLink to={taskScreen(task)} variant="quiet">
            Cancel
          </ButtonLink>
        }
      >
        <TextField
          label="Until the end of"
          {...form.field('until')}
          type="date"
          required
          hint={
            days === undefined
              ? 'Your mentors can grant a different day.'
              : `Your first request is granted at once, up to ${days} ${days === 1 ? 'day' : 'days'} after the due date.`
          }
        />
        <TextArea
          label="Why do you need it?"
          name="reason"
          value={reason}
          error={form.errorAt('reason')}
          readOnly={form.isBusy}
          onChange={({ target }) => setReason(target.value)}
          rows={4}
          required
          maxLength={limits.reason}
          hint="Only you, your mentors and the office can read this."
        />
        <FileField
          label="File (optional)"
          hint="For example a photo of a letter. Pictures up to 5 MB, text files up to 1 MB."
          name="files"
          accept="image/png,image/jpeg,image/webp,image/gif,text/plain"
          error={error ?? form.errorAt('file')}
          file={file}
          disabled={isBusy || form.isBusy}
          onChange={pick}
        />
        {sent !== null && <ProgressBar label="Sending the file" percent={sent * 100} />}
      </ActionForm>
    </Card>
  );
}

/** Null while a request is open, which the screen shows. */
function whyNot(task: TimelineTask): string | null {
  const { state, due_at, extension_request: request } = task;
  if (due_at === null) return 'This task has no due date.';
  if (state === 'locked') return 'You can request an extension once the task opens.';
  if (state === 'marked') return 'This task is marked, so you do not need an extension.';
  if (state === 'submitted' && latenessOfTask(task) !== 'late')
    return 'You submitted in time, so you do not need an extension.';
  return request?.answer === null ? null : 'You cannot request an extension.';
}

function Extension({ task, days, s_id }: AskedOn & { s_id: string }) {
  if (mayAskForExtension(task)) return <AskForm task={task} days={days} s_id={s_id} />;
  const why = whyNot(task);
  const file = task.extension_request?.file;
  return (
    <Stack>
      {why !== null && <p>{why}</p>}
      {file !== undefined && (
        <p>
          <span>Your file: </span>
          <a
            href={fillPath(paths.readAttachment.path, { id: file.id })}
            target="_blank"
            rel="noopener noreferrer"
          >
            {file.name}
          </a>
          <span>{` (${formatBytes(file.bytes)})`}</span>
        </p>
      )}
      <Row>
        <ButtonLink to={taskScreen(task.task)} variant="secondary">
          {`Go to ${taskLabel(task.task)}`}
        </ButtonLink>
      </Row>
    </Stack>
  );
}

/** The request or its answer, after the due date. */
function Due({ task }: { task: TimelineTask }) {
  return (
    <p>
      <strong>{taskLabel(task.task)}</strong>
      {task.due_at !== null && (
        <>
          <span>: due </span>
          <DueText task={task} hasLink={false} />
        </>
      )}
    </p>
  );
}

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
  const { task, days } = asked;
  return (
    <>
      <ScreenHead title={title}>
        <Due task={task} />
      </ScreenHead>
      <Extension task={task} days={days} s_id={s_id} />
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
