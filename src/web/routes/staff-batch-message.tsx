import { useActionData, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { limits } from '#contract/limits';
import type { BatchProgress, StudentProgress } from '#contract/progress/calls';
import {
  batchAddress,
  batchView,
  progressQuery,
  spelledBatch,
  type BatchView,
} from '#contract/progress/batch-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import {
  MessageForm,
  messagedStudents,
  type Message,
  type SentMessage,
} from '../features/progress/message-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import {
  browserAction,
  refuseInvalid,
  signedInAction,
  type RefusedForm,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { OfficeHead } from './office-head.tsx';

const title = 'Message students';
export const meta = pageMeta(title);

/** `page` is null for students. */
type LoaderData = {
  user: CurrentUser;
  batch: string;
  view: BatchView;
  page: Deferred<Result<Message>> | null;
};

/** Everybody of the view, by name, as many as a message can have. */
async function readStudents(call: Call, batch: string, view: BatchView): Promise<Message> {
  const query = { ...progressQuery({ ...view, sort: 'name' }), limit: limits.pageSizeMax };
  const students: StudentProgress['student'][] = [];
  let after: string | null = null;
  do {
    const page: BatchProgress = await call('listBatchProgress', {
      params: { batch },
      query: after === null ? query : { ...query, after },
    });
    students.push(...page.students.map(({ student }) => student));
    after = page.next;
  } while (after !== null && students.length < limits.messageStudents);
  return { students: students.slice(0, limits.messageStudents), hasMore: after !== null };
}

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const view = batchView(search);
  if (user.role === 'student') return { user, batch, view, page: null };
  return { user, batch, view, page: await defer(toResult(readStudents(call, batch, view))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const send: SignedInHandler<SentMessage> = async (call, { fields, params }) => {
  const students = messagedStudents(fields);
  const { text = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (text.trim() === '') refuseInvalid({ field: 'text', message: 'The message is empty' });
  if (students.length === 0) refuseInvalid({ field: 'students', message: 'Select at least one student.' });
  const body = { text: text.trim(), students };
  return call('messageStudents', { params: { batch: params['batch'] ?? '' }, body, idempotencyKey });
};
export const action = signedInAction(send);
export const clientAction = browserAction(send);

export default function StaffBatchMessage() {
  const { user, batch, view, page } = useLoaderData<LoaderData>();
  const outcome = useActionData<SentMessage | RefusedForm>();
  return (
    <PageBody width="work">
      <OfficeHead
        title={title}
        {...(page !== null && { trail: [{ label: batch, to: batchAddress(batch, view) }] })}
      />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<Message>) =>
            'error' in result ? (
              <BatchUnavailable batch={batch} error={result.error} />
            ) : (
              <MessageForm
                account={user.account}
                batch={batch}
                back={batchAddress(batch, view)}
                message={result.value}
                posted={outcome !== undefined && 'sent' in outcome ? outcome : undefined}
              />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
