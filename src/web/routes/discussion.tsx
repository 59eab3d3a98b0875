import { redirect, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import type { Announcement } from '#contract/announcements';
import type { Discussion, FoundQuestions as Found } from '#contract/discussions';
import { batchKey, limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { isNarrowed, questionQuery, questionView, type QuestionView } from '#contract/question-view';
import { pageTitle } from '#contract/screens';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { PinnedAnnouncements, readPinnedInForum } from '../features/announcements/pinned-announcements.tsx';
import { BatchSwitcher } from '../features/discussions/batch-switcher.tsx';
import {
  ForeignDiscussion,
  ForumAfterConfirmation,
  NotPlacedYet,
  UnknownDiscussion,
} from '../features/discussions/discussion-unavailable.tsx';
import { DiscussionView } from '../features/discussions/discussion-view.tsx';
import { FoundQuestions } from '../features/discussions/found-questions.tsx';
import { QuestionSearch } from '../features/discussions/question-search.tsx';
import { CallError } from '../lib/call-error.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/deferred.ts';
import type { Call } from '../lib/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/screen-loader.ts';
import { signedInAction } from '../lib/signed-in-action.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from './discussion.module.css';

export const meta = () => [{ title: pageTitle('Discussion Forum') }];

/** The forum itself, or one question of it; or a list of what was found. */
type Shown = { page: Discussion } | { found: Found };

type Loaded = {
  user: CurrentUser;
  /** The batch's name as it stands in the address. */
  batch: string;
  /** What stands in the calls: a student's own address, for staff the batch's name. */
  s_id: string;
  /** What the address chooses among the questions. */
  view: QuestionView;
  /** The one question that the address names. */
  only: string | null;
  discussion: Deferred<Result<Shown>>;
  announcements: Deferred<readonly Announcement[]>;
  /** How many questions were asked for. */
  pageSize: number;
};

/** How many questions a page carries: those that it shows before the rest is loaded. */
const questionsInPage = 10;

const loadNewest =
  (limit: number) =>
  async (call: Call, { user, params, search }: Visit): Promise<Loaded> => {
    const batch = params['batch'] ?? '';
    const s_id = user.role === 'student' ? user.account : batch;
    const view = questionView(search);
    const only = search.get('question');
    const after = search.get('after') ?? undefined;
    const isList = only === null && (isNarrowed(view) || after !== undefined);
    const read = async (): Promise<Shown> =>
      isList
        ? {
            found: await call('findQuestions', {
              params: { s_id },
              query: { ...questionQuery(view), ...(after !== undefined && { after }) },
            }),
          }
        : {
            page: await call('readDiscussion', {
              params: { s_id },
              query: only === null ? { limit } : { question: only },
            }),
          };
    const [discussion, announcements] = await Promise.all([
      defer(toResult(read())),
      defer(readPinnedInForum(call, user, batch)),
    ]);
    const pageSize = only === null ? limit : limits.pageSize;
    return { user, batch, s_id, view, only, discussion, announcements, pageSize };
  };

// A page carries the questions that it shows at once; the browser fetches the rest.
export const loader = serverLoader(loadNewest(questionsInPage));
export const clientLoader = browserLoader(loadNewest(limits.pageSize));

/** Edits the question that a form names, comments on it, or asks a new one; what is empty after trimming is ignored. */
export const action = signedInAction(async (call, { user, params, fields }) => {
  const batch = params['batch'] ?? '';
  const { question = '', answer = '', questionId: id, editId, originalText } = fields;
  const idempotencyKey = fields['Idempotency-Key'];
  // A student's call is about the own batch, whatever the address says: the form stands on that batch's screen only.
  if (user.role === 'student' && user.batch !== null && batchKey(user.batch) !== batchKey(batch))
    throw new CallError(403, 'forbidden', messages.forbidden);
  const s_id = user.role === 'student' ? user.account : batch;
  const redirectTo = (question?: string) =>
    redirect(
      `/discussion/${encodeURIComponent(batch)}${question === undefined ? '' : `#question-${question}`}`,
      303,
    );
  if (id !== undefined) {
    if (answer.trim() === '') return redirectTo();
    await call('answerQuestion', { params: { s_id, id }, body: { answer }, idempotencyKey });
    return redirectTo(id);
  }
  if (question.trim() === '') return redirectTo(editId);
  if (editId !== undefined) {
    const body = { questionText: question, ...(originalText !== undefined && { originalText }) };
    await call('editQuestion', { params: { s_id, id: editId }, body });
    return redirectTo(editId);
  }
  const { questions } = await call('askQuestion', { params: { s_id }, body: { question }, idempotencyKey });
  return redirectTo(questions.at(-1)?._id);
});

function DiscussionContent({
  user,
  batch,
  s_id,
  view,
  only,
  discussion,
  pageSize,
}: Omit<Loaded, 'discussion' | 'announcements'> & { discussion: Result<Shown> }) {
  const { revalidate } = useRevalidator();
  const own = user.batch ?? user.batches[0] ?? null;
  if ('error' in discussion) {
    const { error } = discussion;
    const { status } = error;
    if (error.code === 'unconfirmed') return <ForumAfterConfirmation />;
    if (status === 403) return <ForeignDiscussion batch={batch} own={own} />;
    if (status === 404) return <UnknownDiscussion batch={batch} own={own} />;
    return (
      <LoadError title="The forum could not be loaded" error={error} onRetry={() => void revalidate()} />
    );
  }
  const shown = discussion.value;
  const { batch: name } = 'found' in shown ? shown.found : shown.page;
  if (name === null) return <NotPlacedYet />;
  // A student is answered with the own batch's discussion, whatever the address says: another name there is refused.
  if (batchKey(name) !== batchKey(batch)) return <ForeignDiscussion batch={batch} own={name} />;
  if ('found' in shown) return <FoundQuestions batch={name} view={view} found={shown.found} />;
  return (
    <DiscussionView
      key={`${s_id} ${only}`}
      s_id={s_id}
      user={user}
      newestPage={shown.page}
      pageSize={pageSize}
      only={only}
    />
  );
}

function DiscussionSkeleton() {
  return (
    <div className={styles['outline']}>
      <Skeleton height="15.33rem" />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
    </div>
  );
}

export default function DiscussionScreen() {
  const { discussion, announcements, ...loaded } = useLoaderData<Loaded>();
  const { user, batch, view } = loaded;
  // The batch's name as the academy writes it, however the address is typed.
  const own = [user.batch ?? '', ...user.batches].find((one) => batchKey(one) === batchKey(batch));
  const name = own ?? batch;
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Discussion Forum">
        {user.batches.length > 1 ? (
          <BatchSwitcher batches={user.batches} current={name} />
        ) : (
          (user.role !== 'student' || user.batch !== null) && <p>{name}</p>
        )}
      </ScreenHead>
      {user.confirmation === 'needed' && <ConfirmNotice user={user} />}
      <AwaitData data={announcements.data} skeleton={null}>
        {(pinned) => <PinnedAnnouncements user={user} announcements={pinned} />}
      </AwaitData>
      {own !== undefined && user.confirmation !== 'needed' && <QuestionSearch batch={name} view={view} />}
      <AwaitData data={discussion.data} skeleton={<DiscussionSkeleton />}>
        {(discussion) => <DiscussionContent {...loaded} discussion={discussion} />}
      </AwaitData>
    </PageBody>
  );
}
