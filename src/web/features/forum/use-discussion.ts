import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CurrentQuestion, Discussion, Question } from '#contract/forum/calls';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { limits } from '#contract/limits';
import type { ModerationAct } from '#contract/forum/moderation-calls';
import { forumAddress, questionAddress } from '#contract/forum/question-view';
import { call } from '../../lib/calls/client.ts';
import { isHandIn, subjects, type Act } from '../../lib/outbox/act.ts';
import { addAct, sendNow } from '../../lib/outbox/press.ts';
import { useOutbox, useSent } from '../../lib/outbox/use-outbox.ts';
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
import type { SendFile } from './attachments/send-file.ts';
import { useNews } from './news/use-news.ts';
import { withSentAct, withWaitingActs } from './news/waiting-discussion.ts';

type Comment = Question['comments'][number];

/** When the tab is shown again after this long, the discussion is refreshed. */
const staleMs = minuteMs;

/** Whether an act belongs to the forum of an address. */
const isOfForum = (act: Act, s_id: string) =>
  act.params['s_id'] === s_id &&
  !isHandIn(act) &&
  act.call !== 'markSubmission' &&
  act.call !== 'askSecondLook';

/** Notes at which version of the discussion the questions of an answer were read; some acts answer nothing. */
function noteRead(versions: Map<string, number>, answer: Discussion | null | undefined): void {
  for (const { _id } of answer?.questions ?? []) versions.set(_id, answer?.version ?? 0);
}

/**
 * A batch's discussion and the actions of its user, which go through the outbox and are shown at once. The actions stay the
 * same functions, so that a card is rendered again only when its own question changes.
 * @param s_id the address that stands in the calls: the student's own, for staff the batch's name
 * @param pageSize how many questions the newest page was asked for; the rest of a whole page is loaded at once
 * @param only the one question that the screen is about
 * @param onSent called with each action that went, here or elsewhere, and what was answered, if that was heard
 */
export function useDiscussion(
  s_id: string,
  user: CurrentUser,
  newestPage: Discussion,
  pageSize: number,
  only: string | null,
  onSent: (act: Act, answer: unknown) => void,
) {
  const [discussion, setDiscussion] = useState(() => fromNewestPage(newestPage, pageSize));
  const isPartial = mayGoOn(newestPage, pageSize) && pageSize < limits.pageSize;
  // What comes by itself is not offered.
  const [isRestAwaited, setRestAwaited] = useState(isPartial);
  const acts = useOutbox();
  /** What is on the screen, for what comes from outside of it. */
  const shownNow = useRef(discussion);
  useEffect(() => {
    shownNow.current = discussion;
  }, [discussion]);
  /** The version of the discussion at which each question was read last: what is told of earlier ones is on the screen. */
  const readAs = useRef(new Map<string, number>());
  const { news, forgetNews } = useNews(s_id, { seen: newestPage.version, only, shownNow, readAs });

  /** Counts the changes: what was read meanwhile may be older than they are. */
  const changes = useRef(0);

  /** Comments that this page has deleted: one that comes back may be older than those that a change answers. */
  const removed = useRef(new Map<string, Comment>());

  useSent((act, answer) => {
    if (!isOfForum(act, s_id)) return false;
    changes.current += 1;
    noteRead(readAs.current, answer as Discussion | null | undefined);
    const returned =
      act.call === 'undoCommentDeletion' ? removed.current.get(act.params['comment'] ?? '') : undefined;
    setDiscussion((now) => withSentAct(now, act, answer, user, returned));
    onSent(act, answer);
    // What of it is unread then is for the portal to say.
    if (act.call === 'unmuteQuestion')
      void call('readDiscussion', { params: { s_id }, query: { question: act.params['id'] } })
        .then((page) => setDiscussion((now) => mergeAnswer(now, page)))
        .catch(() => undefined);
    return true;
  });

  /** Notes that a question was seen with its comments up to one, as the portal has said. */
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
        { text, isAnonymous }: { text: string; isAnonymous: boolean },
        draft: Readonly<Record<string, string>>,
      ) =>
        addAct({
          call: 'askQuestion',
          params: { s_id },
          body: { question: text, format: 'markdown', ...(isAnonymous && { anonymous: true }) },
          subject: subjects.forum(s_id),
          label: { to: forumAddress(batch) },
          drafts: draft,
        }),
      attach: ((file, options) =>
        import('../../lib/calls/upload.ts').then(({ upload }) =>
          upload('attachFile', { params: { s_id }, fields: {}, file, ...options }),
        )) satisfies SendFile,
      comment: (id: string, answer: string, draft: Readonly<Record<string, string>>) =>
        addAct({ call: 'answerQuestion', body: { answer, format: 'markdown' }, drafts: draft, ...about(id) }),
      /** @param originalText what the question said when the edit began: what others changed since is not overwritten */
      edit: (
        id: string,
        { questionText, originalText }: { questionText: string; originalText: string },
        draft: Readonly<Record<string, string>>,
      ) =>
        addAct({ call: 'editQuestion', body: { questionText, originalText }, drafts: draft, ...about(id) }),
      remove: (id: string) => sendNow({ call: 'deleteQuestion', body: null, ...about(id) }),
      undoRemoval: (id: string) => sendNow({ call: 'undoQuestionDeletion', body: null, ...about(id) }),
      /** As `edit`, of a comment. */
      editComment: (
        id: string,
        comment: string,
        { answer, originalText }: { answer: string; originalText: string },
        draft: Readonly<Record<string, string>>,
      ) =>
        addAct({
          call: 'editComment',
          body: { answer, originalText },
          drafts: draft,
          ...aboutComment(id, comment),
        }),
      removeComment: (id: string, comment: Comment) => {
        removed.current.set(comment.id, comment);
        return sendNow({ call: 'deleteComment', body: null, ...aboutComment(id, comment.id) });
      },
      undoCommentRemoval: (id: string, comment: string) =>
        sendNow({ call: 'undoCommentDeletion', body: null, ...aboutComment(id, comment) }),
      /** Shows what the server says that a comment says now. */
      showCommentText: (id: string, comment: string, { text, html, format }: CurrentQuestion) =>
        setDiscussion((now) =>
          updateQuestion(now, id, (one) =>
            changeComment(one, comment, (known) => ({ ...known, text, html, format })),
          ),
        ),
      /** What a question and its comments said before they were edited. @throws CallError */
      readHistory: (id: string, before?: string) =>
        call('readHistory', { params: { s_id, id }, query: { before } }),
      favorite: (id: string, isFavorite: boolean) =>
        sendNow({ call: isFavorite ? 'favoriteQuestion' : 'unfavoriteQuestion', body: null, ...about(id) }),
      /** @param comment the id of the comment that is the answer; null for none */
      markAnswer: (id: string, comment: string | null) =>
        comment === null
          ? sendNow({ call: 'unmarkAnswer', body: null, ...about(id) })
          : sendNow({ call: 'markAnswer', body: { comment }, ...about(id) }),
      markUnread: (id: string) => sendNow({ call: 'markUnread', body: null, ...about(id) }),
      mute: (id: string, isMuted: boolean) =>
        sendNow({ call: isMuted ? 'muteQuestion' : 'unmuteQuestion', body: null, ...about(id) }),
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
       * Hides a post, locks or pins a question, or takes that back: for mentors.
       * @param comment null for the question itself
       * @throws CallError
       */
      moderate: async (
        id: string,
        { act, comment, reason }: { act: ModerationAct; comment: string | null; reason: string },
        idempotencyKey: string,
      ): Promise<void> => {
        const body = { act, reason, ...(comment !== null && { comment }) };
        const options = { params: { s_id, id }, body, idempotencyKey, prefersMinimal: true };
        const answer = await call('moderatePost', options);
        changes.current += 1;
        noteRead(readAs.current, answer);
        setDiscussion((now) => {
          if (act === 'hide' && comment === null) return removeQuestion(now, id);
          const left =
            comment === null ? now : updateQuestion(now, id, (one) => withoutComment(one, comment));
          return mergeAnswer(left, answer);
        });
      },
      /** Loads comments from before the oldest that is loaded. @throws CallError */
      showEarlier: async ({ _id: id, comments }: Question) => {
        const before = comments[0]?.id;
        const page = await call('readComments', { params: { s_id, id }, query: { before } });
        setDiscussion((now) => addEarlierComments(now, page, before));
      },
      /** Shows what the server says that a question says now. */
      showText: (id: string, { text, html, format }: CurrentQuestion) =>
        setDiscussion((now) => updateQuestion(now, id, (one) => ({ ...one, question: text, html, format }))),
    };
  }, [s_id, newestPage.batch]);

  useEffect(() => {
    let readAt = Date.now();
    const running = new AbortController();
    async function refresh(): Promise<void> {
      readAt = Date.now();
      const changesBefore = changes.current;
      const page = await call('readDiscussion', {
        params: { s_id },
        // The address under which the service worker keeps it for this screen.
        query: { limit: limits.pageSize },
        signal: running.signal,
      });
      if (changes.current !== changesBefore) return refresh();
      noteRead(readAs.current, page);
      // Below what is read, or of its size: a transition, so that typing goes first.
      startTransition(() => {
        setDiscussion((now) => mergePage(now, page));
        forgetNews();
        setRestAwaited(false);
      });
    }
    // Nobody asked for it: when it fails, what is on the screen stays, and the button for older questions too.
    const refreshQuietly = () => void refresh().catch(() => setRestAwaited(false));
    const onVisibilityChange = () => {
      if (!document.hidden && Date.now() - readAt >= staleMs) refreshQuietly();
    };
    if (isPartial) refreshQuietly();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      running.abort();
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [s_id, isPartial, forgetNews]);

  /** Shows what others have done. @throws CallError */
  async function showNews(): Promise<void> {
    const { counts, changed, removed } = news;
    const read = async (query: { limit: number } | { question: string }) => {
      const answer = await call('readDiscussion', { params: { s_id }, query });
      noteRead(readAs.current, answer);
      return answer;
    };
    const page = only === null ? await read({ limit: limits.pageSize }) : null;
    const inPage = new Set(page?.questions.map(({ _id }) => _id));
    const known = new Set(shownNow.current.questions.map(({ _id }) => _id));
    const others = new Set([...counts.keys(), ...changed].filter((id) => known.has(id) && !inPage.has(id)));
    const answers: Discussion[] = [];
    for (const id of others) answers.push(await read({ question: id }));
    setDiscussion((now) => {
      let shown: LoadedDiscussion = page === null ? now : mergePage(now, page);
      for (const answer of answers) shown = mergeAnswer(shown, answer);
      for (const id of removed) shown = removeQuestion(shown, id);
      return shown;
    });
    forgetNews();
  }

  async function showOlder(): Promise<void> {
    const before = discussion.questions[0]?._id;
    const page = await call('readDiscussion', { params: { s_id }, query: { before } });
    setDiscussion((now) => addOlderPage(now, page));
  }

  const waiting = acts.filter((act) => isOfForum(act, s_id) && act.state !== 'done');
  const isOwn = (id: string) => waiting.some(({ params }) => params['id'] === id);
  return {
    fresh: freshComments(news, discussion.questions, isOwn),
    noteSeen,
    news: countNews(news, discussion.questions, {
      isOwn,
      isAsking: waiting.some((act) => act.call === 'askQuestion'),
      only,
    }),
    showNews,
    questions: withWaitingActs(discussion.questions, acts),
    hasOlder: discussion.hasOlder && !isRestAwaited,
    /** Questions that wait in the outbox, oldest first. */
    asked: acts.filter(
      (act) => act.call === 'askQuestion' && act.state !== 'done' && act.params['s_id'] === s_id,
    ),
    actions,
    showOlder,
  };
}
export type DiscussionActions = ReturnType<typeof useDiscussion>['actions'];
