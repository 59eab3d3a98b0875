import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CurrentQuestion, Discussion, Question } from '#contract/forum/calls';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { limits } from '#contract/limits';
import type { ModerationAct } from '#contract/forum/moderation-calls';
import { forumAddress, questionAddress, privateAddress } from '#contract/forum/question-view';
import { call } from '../../lib/calls/client.ts';
import { isSubmission, type QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { useOutbox, useSent } from '../../lib/outbox/use-outbox.ts';
import { subjects } from '../../lib/stored-names/offline.ts';
import { noteUnread, watchRead } from '../../lib/unread-questions.ts';
import {
  addEarlierComments,
  addOlderPage,
  asRead,
  changeComment,
  fromNewestPage,
  mayGoOn,
  mergeAnswer,
  mergePage,
  removeQuestion,
  updateQuestion,
  withoutComment,
  type LoadedDiscussion,
} from './loaded-discussion.ts';
import { countNews, freshComments } from './news/news.ts';
import { attachTo } from './attachments/attach.tsx';
import { useNews } from './news/use-news.ts';
import { viewQuestion } from './news/use-view-tracking.ts';
import { withoutShown, withSentRequest, withWaitingRequests } from './news/waiting-discussion.ts';

type Comment = Question['comments'][number];

/** A tab shown again after this long refreshes the discussion. */
const staleMs = minuteMs;

const isOfForum = (request: QueuedRequest, s_id: string) =>
  request.params['s_id'] === s_id &&
  !isSubmission(request) &&
  request.call !== 'sendPrivate' &&
  request.call !== 'markSubmission' &&
  request.call !== 'askSecondLook';

/** Stores the version at which a response's questions were read; some responses are empty. */
function noteRead(versions: Map<string, number>, answer: Discussion | null | undefined): void {
  for (const { _id } of answer?.questions ?? []) versions.set(_id, answer?.version ?? 0);
}

/** Whether the shown question was read after this response: it shows the change already. */
const isOutdated = (versions: Map<string, number>, answer: Discussion | null | undefined) =>
  (answer?.questions ?? []).some(({ _id }) => (answer?.version ?? Infinity) < (versions.get(_id) ?? 0));

/**
 * The actions are optimistic, sent through the outbox, and stable: only a changed question's card rerenders.
 * @param s_id for calls: the student's email, for staff the batch's name
 * @param pageSize how many questions the newest page requested; the rest loads near its end
 * @param only the one question that the screen is about
 * @param onSent called for each sent request, also of other tabs, with the response if there was one
 */
/** `comment` null for the question itself; `text` as it is shown. */
type Moderation = {
  act: ModerationAct;
  comment: string | null;
  reason: string;
  text: string | undefined;
};

export function useDiscussion(
  s_id: string,
  user: CurrentUser,
  newestPage: Discussion,
  pageSize: number,
  only: string | null,
  onSent: (request: QueuedRequest, answer: unknown) => void,
) {
  const [discussion, setDiscussion] = useState(() => fromNewestPage(newestPage, pageSize));
  const [isPart, setPart] = useState(mayGoOn(newestPage, pageSize) && pageSize < limits.pageSize);
  const requests = useOutbox();
  /** The shown state, for callbacks from outside of React. */
  const shownNow = useRef(discussion);
  useEffect(() => {
    shownNow.current = discussion;
  }, [discussion]);
  /** The version of each question's last read: older news is on the screen. */
  const readAs = useRef(new Map<string, number>());
  const { news, forgetNews } = useNews(s_id, { seen: newestPage.version, only, shownNow, readAs });

  /** Counts own changes: a read that began before one may not show it. */
  const changes = useRef(0);
  const readAfterChanges = useCallback(async (read: () => Promise<Discussion>): Promise<Discussion> => {
    for (;;) {
      const before = changes.current;
      const answer = await read();
      if (changes.current === before) return answer;
    }
  }, []);

  /** Comments deleted here: an undone one may be older than those that a response contains. */
  const removed = useRef(new Map<string, Comment>());

  useSent((request, answer) => {
    if (!isOfForum(request, s_id)) return false;
    changes.current += 1;
    const read = answer as Discussion | null | undefined;
    if (!isOutdated(readAs.current, read)) {
      noteRead(readAs.current, read);
      forgetNews();
      const returned =
        request.call === 'undoCommentDeletion'
          ? removed.current.get(request.params['comment'] ?? '')
          : undefined;
      setDiscussion((now) => withSentRequest(now, request, answer, user, returned));
    }
    onSent(request, answer);
    // The server decides what is unread after unmuting.
    if (request.call === 'unmuteQuestion')
      void readAfterChanges(() =>
        call('readDiscussion', { params: { s_id }, query: { question: request.params['id'] } }),
      )
        .then((page) => setDiscussion((now) => mergeAnswer(now, page)))
        .catch(() => undefined);
    return true;
  });

  /** Applies the server's read position of a question. */
  const noteSeen = useCallback(
    (id: string, newest: string | null, counted: UnreadCount) => {
      setDiscussion((now) => updateQuestion(now, id, (one) => asRead(one, newest)));
      noteUnread(s_id, counted, { id, newest });
    },
    [s_id],
  );
  useEffect(
    () =>
      watchRead((about, { id, newest }) => {
        if (about === s_id) setDiscussion((now) => updateQuestion(now, id, (one) => asRead(one, newest)));
      }),
    [s_id],
  );

  const actions = useMemo(() => {
    const batch = newestPage.batch ?? s_id;
    const about = (id: string) => ({
      params: { s_id, id },
      subject: subjects.question(id),
      label: { to: questionAddress(batch, id) },
    });
    const aboutComment = (id: string, comment: string) => ({
      ...about(id),
      params: { s_id, id, comment },
    });
    return {
      ask: (
        { text, isAnonymous, isPrivate }: { text: string; isAnonymous: boolean; isPrivate: boolean },
        draft: Readonly<Record<string, string>>,
      ) =>
        isPrivate
          ? queueRequest({
              call: 'sendPrivate',
              params: { s_id },
              body: { text, format: 'markdown' },
              subject: subjects.newPrivate,
              label: { to: privateAddress(batch) },
              drafts: draft,
            })
          : queueRequest({
              call: 'askQuestion',
              params: { s_id },
              body: { question: text, format: 'markdown', ...(isAnonymous && { anonymous: true }) },
              subject: subjects.forum(s_id),
              label: { to: forumAddress(batch) },
              drafts: draft,
            }),
      attach: attachTo(s_id),
      view: viewQuestion(s_id, user.account, noteSeen),
      comment: (id: string, answer: string, draft: Readonly<Record<string, string>>) =>
        queueRequest({
          call: 'answerQuestion',
          body: { answer, format: 'markdown' },
          drafts: draft,
          ...about(id),
        }),
      /** @param originalText the text when the edit began, to detect conflicts with others' edits */
      edit: (
        id: string,
        { questionText, originalText }: { questionText: string; originalText: string },
        draft: Readonly<Record<string, string>>,
      ) =>
        queueRequest({
          call: 'editQuestion',
          body: { questionText, originalText },
          drafts: draft,
          ...about(id),
        }),
      /** @param text as it is shown: an edit by others meanwhile is shown first */
      remove: (id: string, text: string) =>
        queueRequest({ call: 'deleteQuestion', body: { began: { text } }, ...about(id) }),
      undoRemoval: (id: string) => queueRequest({ call: 'undoQuestionDeletion', body: null, ...about(id) }),
      editComment: (
        id: string,
        comment: string,
        { answer, originalText }: { answer: string; originalText: string },
        draft: Readonly<Record<string, string>>,
      ) =>
        queueRequest({
          call: 'editComment',
          body: { answer, originalText },
          drafts: draft,
          ...aboutComment(id, comment),
        }),
      removeComment: (id: string, comment: Comment) => {
        removed.current.set(comment.id, comment);
        const body = { began: { text: comment.text } };
        return queueRequest({ call: 'deleteComment', body, ...aboutComment(id, comment.id) });
      },
      undoCommentRemoval: (id: string, comment: string) =>
        queueRequest({ call: 'undoCommentDeletion', body: null, ...aboutComment(id, comment) }),
      showCommentText: (id: string, comment: string, { text, html, format }: CurrentQuestion) =>
        setDiscussion((now) =>
          updateQuestion(now, id, (one) =>
            changeComment(one, comment, (known) => ({ ...known, text, html, format })),
          ),
        ),
      /** @throws CallError */
      readHistory: (id: string, before?: string) =>
        call('readHistory', { params: { s_id, id }, query: { before } }),
      favorite: (id: string, isFavorite: boolean) =>
        queueRequest({
          call: isFavorite ? 'favoriteQuestion' : 'unfavoriteQuestion',
          body: null,
          ...about(id),
        }),
      /** @param comment the comment's id; null unmarks */
      markAnswer: (id: string, comment: string | null) =>
        comment === null
          ? queueRequest({ call: 'unmarkAnswer', body: null, ...about(id) })
          : queueRequest({ call: 'markAnswer', body: { comment }, ...about(id) }),
      markUnread: (id: string) => queueRequest({ call: 'markUnread', body: null, ...about(id) }),
      mute: (id: string, isMuted: boolean) =>
        queueRequest({ call: isMuted ? 'muteQuestion' : 'unmuteQuestion', body: null, ...about(id) }),
      /**
       * @param comment null for the question itself
       * @throws CallError
       */
      report: (id: string, comment: string | null, reason: string, idempotencyKey: string) =>
        call('reportPost', {
          params: { s_id, id },
          body: { ...(comment !== null && { comment }), ...(reason !== '' && { reason }) },
          idempotencyKey,
        }),
      /**
       * For mentors.
       * @param comment null for the question itself
       * @throws CallError
       */
      moderate: async (
        id: string,
        { act: action, comment, reason, text }: Moderation,
        idempotencyKey: string,
      ): Promise<void> => {
        const seen = action === 'hide' && text !== undefined && { began: { text } };
        const body = { act: action, reason, ...(comment !== null && { comment }), ...seen };
        const options = { params: { s_id, id }, body, idempotencyKey, prefersMinimal: true };
        const answer = await call('moderatePost', options);
        changes.current += 1;
        const isOld = isOutdated(readAs.current, answer);
        if (!isOld) {
          noteRead(readAs.current, answer);
          forgetNews();
        }
        setDiscussion((now) => {
          if (action === 'hide' && comment === null) return removeQuestion(now, id);
          const left =
            comment === null ? now : updateQuestion(now, id, (one) => withoutComment(one, comment));
          return isOld ? left : mergeAnswer(left, answer);
        });
      },
      /** @throws CallError */
      showEarlier: async ({ _id: id, comments }: Question) => {
        const before = comments[0]?.id;
        const page = await call('readComments', { params: { s_id, id }, query: { before } });
        setDiscussion((now) => addEarlierComments(now, page, before));
      },
      showText: (id: string, { text, html, format }: CurrentQuestion) =>
        setDiscussion((now) => updateQuestion(now, id, (one) => ({ ...one, question: text, html, format }))),
    };
  }, [s_id, user.account, noteSeen, newestPage.batch, forgetNews]);

  const readAt = useRef(0);
  const refresh = useCallback(async () => {
    readAt.current = Date.now();
    const page = await readAfterChanges(() =>
      // The service worker caches this address for the screen.
      call('readDiscussion', { params: { s_id }, query: { limit: limits.pageSize } }),
    );
    noteRead(readAs.current, page);
    // Not urgent: a transition keeps typing responsive.
    startTransition(() => {
      setDiscussion((now) => mergePage(now, page));
      forgetNews(page);
      setPart(false);
    });
  }, [s_id, forgetNews, readAfterChanges]);
  useEffect(() => {
    readAt.current = Date.now();
    const onVisibilityChange = () => {
      if (!document.hidden && Date.now() - readAt.current >= staleMs) void refresh().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [refresh]);

  /** Shows others' changes. @throws CallError */
  async function showNews(): Promise<void> {
    const { counts, changed, removed, versions } = news;
    const read = async (query: { limit: number } | { question: string }) => {
      const answer = await readAfterChanges(() => call('readDiscussion', { params: { s_id }, query }));
      noteRead(readAs.current, answer);
      return answer;
    };
    const page = only === null ? await read({ limit: limits.pageSize }) : null;
    const inPage = new Set(page?.questions.map(({ _id }) => _id));
    const known = new Set(shownNow.current.questions.map(({ _id }) => _id));
    const others = new Set([...counts.keys(), ...changed].filter((id) => known.has(id) && !inPage.has(id)));
    const answers: Discussion[] = [];
    for (const id of others) answers.push(await read({ question: id }));
    // Not one whose deletion was undone before the read.
    const gone = [...removed].filter((id) => (readAs.current.get(id) ?? 0) <= (versions.get(id) ?? 0));
    setDiscussion((now) => {
      let shown: LoadedDiscussion = page === null ? now : mergePage(now, page);
      for (const answer of answers) shown = mergeAnswer(shown, answer);
      for (const id of gone) shown = removeQuestion(shown, id);
      return shown;
    });
    forgetNews(page);
  }

  async function showOlder(): Promise<void> {
    if (isPart) return refresh();
    const before = discussion.questions[0]?._id;
    const page = await call('readDiscussion', { params: { s_id }, query: { before } });
    setDiscussion((now) => addOlderPage(now, page));
  }

  const waiting = requests.filter((request) => isOfForum(request, s_id) && request.state !== 'done');
  const isOwn = (id: string) => waiting.some(({ params }) => params['id'] === id);
  return {
    fresh: freshComments(news, discussion.questions, isOwn),
    news: countNews(news, discussion.questions, {
      isOwn,
      isAsking: waiting.some((request) => request.call === 'askQuestion'),
      only,
    }),
    showNews,
    questions: withWaitingRequests(discussion.questions, requests),
    isPart,
    hasOlder: discussion.hasOlder,
    /** Also private ones, oldest first. */
    asked: withoutShown(
      requests.filter(
        (request) =>
          (request.call === 'askQuestion' || request.subject === subjects.newPrivate) &&
          request.state !== 'done' &&
          request.params['s_id'] === s_id,
      ),
      discussion.questions,
    ),
    actions,
    showOlder,
  };
}
export type DiscussionActions = ReturnType<typeof useDiscussion>['actions'];
