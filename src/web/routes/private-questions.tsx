import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { forumAddress, privateAddress } from '#contract/forum/question-view';
import type { PrivateQuestionAction, PrivateQuestions } from '#contract/private-questions/calls';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import styles from '../features/forum/forum.module.css';
import listStyles from '../features/forum/list.module.css';
import { withoutShown } from '../features/forum/news/waiting-discussion.ts';
import { WaitingQuestion } from '../features/forum/news/waiting-note.tsx';
import { PrivateSign } from '../features/forum/signs.tsx';
import { PrivateQuestionCard } from '../features/private-questions/private-question.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { beganFields } from '../lib/forms/began-fields.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { followDiscussion } from '../lib/live/follow-discussion.ts';
import type { QueuedRequest } from '../lib/outbox/queued-request.ts';
import { useRequests, useSent } from '../lib/outbox/use-outbox.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { subjects } from '../lib/stored-names/offline.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Small } from '../ui/layout.tsx';
import { LiveRegion, useAnnouncement } from '../ui/notice.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { discussionOwner, formOwner } from './discussion-action.ts';
import { DiscussionAnswer, ofAddress, oneOrCached } from './discussion-answer.tsx';

const title = 'Private questions';
export const meta = pageMeta(title);

type Loaded = {
  user: CurrentUser;
  /** The name in the address. */
  batch: string;
  /** For calls: a student's email, for staff the batch's name. */
  s_id: string;
  only: string | null;
  answer: Deferred<Result<PrivateQuestions>>;
};

async function load(call: Call, { user, params, search, leadOn }: Visit): Promise<Loaded> {
  const batch = params['batch'] ?? '';
  const s_id = discussionOwner(user, batch);
  const only = search.get('question');
  const before = search.get('before') ?? undefined;
  const list = (query: object) => call('readPrivate', { params: { s_id }, query });
  const read = only === null ? list({ before }) : oneOrCached(only, list({ question: only }), () => list({}));
  const answer = await defer(toResult(read.then((page) => ofAddress(page, { batch, leadOn }))));
  return { user, batch, s_id, only, answer };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'private-open': 'The batch can read the question now. It is in the forum.',
  'private-take': 'This question is assigned to you.',
  'private-ask-to-open': 'We have asked the student to share the question.',
  'private-delete': 'Deleted.',
});

const change: SignedInHandler = async (call, { user, params, fields }) => {
  const batch = params['batch'] ?? '';
  const s_id = formOwner(user, batch);
  const { questionId, answer = '', act, question: id = '', post, newest } = fields;
  const idempotencyKey = fields['Idempotency-Key'];
  if (questionId !== undefined) {
    const address = privateAddress(batch, questionId);
    if (answer.trim() === '') return redirectWithNotice(address, null);
    const body = { text: answer, format: 'markdown' as const, question: questionId, newest };
    await call('sendPrivate', { params: { s_id }, body, idempotencyKey });
    return redirectWithNotice(address, null);
  }
  const body = {
    act: act as PrivateQuestionAction,
    ...(post !== undefined && { post }),
    ...(fields['anonymous'] !== undefined && { anonymous: true }),
    began: beganFields(fields) ?? undefined,
  };
  const { questions } = await call('changePrivate', { params: { s_id, id }, body, idempotencyKey });
  const notice = `private-${act}` as Parameters<typeof redirectWithNotice>[1];
  return redirectWithNotice(privateAddress(batch, questions.length === 0 ? undefined : id), notice);
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

function Questions({ user, batch, s_id, only, page }: Omit<Loaded, 'answer'> & { page: PrivateQuestions }) {
  const { revalidate } = useRevalidator();
  const reload = useCallback(() => void revalidate(), [revalidate]);
  const seen = useRef(page.version);
  useEffect(
    () =>
      followDiscussion({
        feed: 'followPrivate',
        s_id,
        seen: seen.current,
        onChange: reload,
        onLook: reload,
      }),
    [s_id, reload],
  );
  const [announcement, announce] = useAnnouncement();
  const [sent, setSent] = useState<readonly { request: QueuedRequest; version: number }[]>([]);
  const unloaded = sent.filter(({ version }) => version > page.version);
  if (unloaded.length < sent.length) setSent(unloaded);
  useSent((request, answer) => {
    if (request.call !== 'sendPrivate' || request.params['s_id'] !== s_id) return false;
    const { version } = (answer ?? {}) as Partial<PrivateQuestions>;
    if (version !== undefined) setSent((now) => [...now, { request, version }]);
    reload();
    const noun = request.body?.['question'] === undefined ? 'question' : 'comment';
    announce(`Your ${noun} was sent.`);
    return true;
  });
  const { questions } = page;
  const others = questions.flatMap(({ posts }) => posts.filter(({ can }) => can === undefined));
  const newest = Math.max(0, ...others.map(({ id }) => Number(id)));
  const [told, setTold] = useState({ only, newest });
  if (newest > told.newest || only !== told.only) {
    setTold({ only, newest });
    if (only === told.only) announce('There are new posts.');
  }
  /** Until the portal's version is loaded. */
  const sentTo = (subject: string) =>
    unloaded.map(({ request }) => request).filter((request) => request.subject === subject);
  const waiting = useRequests(subjects.newPrivate);
  const asked = withoutShown(
    [...sentTo(subjects.newPrivate), ...waiting],
    questions.flatMap(({ posts }) => posts.slice(0, 1)),
  );
  const isStaff = user.role !== 'student';
  const last = questions.at(-1);
  return (
    <div className={listStyles['list']}>
      <LiveRegion announcement={announcement} />
      {questions.every(({ opened }) => opened === null) && <PrivateSign isStaff={isStaff} />}
      {only === null && asked.map((request) => <WaitingQuestion key={request.id} request={request} />)}
      {questions.length + asked.length === 0 && <Nothing isStaff={isStaff} only={only} />}
      {questions.map((question) => (
        <PrivateQuestionCard
          key={question._id}
          question={question}
          sent={sentTo(subjects.privateQuestion(question._id))}
          isOnly={only !== null}
          reading={{ user, s_id, batch, onChanged: reload }}
        />
      ))}
      {page.more === true && last !== undefined && (
        <Link to={`${privateAddress(batch)}?before=${last._id}`}>Show older questions</Link>
      )}
      {only !== null && <Link to={privateAddress(batch)}>Show all private questions</Link>}
    </div>
  );
}

function Nothing({ isStaff, only }: { isStaff: boolean; only: string | null }) {
  if (only !== null)
    return (
      <EmptyState title="This question is not there any more">
        <p>It was deleted, or you cannot read it.</p>
      </EmptyState>
    );
  if (isStaff)
    return (
      <EmptyState title="No private questions">
        <p>Students of this batch can ask its mentors privately in the forum.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="You have not asked the mentors yet">
      <p>Choose “Only the mentors” when you ask. Your batch does not see it.</p>
    </EmptyState>
  );
}

export default function PrivateQuestionsScreen() {
  const { answer, ...loaded } = useLoaderData<Loaded>();
  const { user, batch } = loaded;
  return (
    <PageBody className={styles['single']}>
      <header className={styles['title']}>
        <h1>{title}</h1>
        <Row gap={2}>
          {user.role === 'student' && (
            <ButtonLink to={`${forumAddress(batch)}#ask`} small>
              Ask a question
            </ButtonLink>
          )}
          <ButtonLink to={forumAddress(batch)} variant="secondary" small>
            Show the forum
          </ButtonLink>
        </Row>
      </header>
      {user.batches.length > 1 && <Small>{batch}</Small>}
      {user.confirmation === 'needed' && <ConfirmNotice user={user} />}
      <AwaitData data={answer.data} skeleton={<Skeleton height="22rem" />}>
        {(result) => (
          <DiscussionAnswer
            user={user}
            batch={batch}
            title="The private questions could not be loaded"
            answer={result}
          >
            {(page, name) => <Questions key={loaded.s_id} {...loaded} batch={name} page={page} />}
          </DiscussionAnswer>
        )}
      </AwaitData>
    </PageBody>
  );
}
