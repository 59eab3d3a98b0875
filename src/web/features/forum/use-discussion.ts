import { useMemo } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CurrentQuestion, Discussion, Question } from '#contract/forum/calls';
import { call } from '../../lib/calls/client.ts';
import { loadPart } from '../../lib/calls/load-part.ts';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { subjects } from '../../lib/stored-names/offline.ts';
import { attachTo } from './attachments/attach.tsx';
import { addEarlierComments, changeComment, updateQuestion } from './loaded-discussion.ts';
import type { Moderation } from './moderation/moderate-post.ts';
import { countNews, freshComments } from './news/news.ts';
import { useReadPositions, viewQuestion } from './news/use-view-tracking.ts';
import { withoutShown, withWaitingRequests } from './news/waiting-discussion.ts';
import { postRequests } from './post-requests.ts';
import { isOfForum, useSentPosts } from './use-sent-posts.ts';
import { useShownDiscussion } from './use-shown-discussion.ts';

const loadModeration = () => loadPart(() => import('./moderation/moderate-post.ts'));

/**
 * The actions are optimistic and stable: only a changed question's card rerenders.
 * @param s_id for calls: the student's email, for staff the batch's name
 * @param pageSize how many questions the newest page requested; the rest loads near its end
 * @param only the one question that the screen is about
 * @param onSent called for each sent request, also of other tabs, with the response if there was one
 */
export function useDiscussion(
  s_id: string,
  user: CurrentUser,
  newestPage: Discussion,
  pageSize: number,
  only: string | null,
  onSent: (request: QueuedRequest, answer: unknown) => void,
) {
  const shown = useShownDiscussion({ s_id, newestPage, pageSize, only });
  const { discussion, isPart, noteOwnChange, showNews, showOlder, update } = shown;
  const requests = useOutbox();
  const keepRemoved = useSentPosts({ s_id, user }, shown, onSent);
  const noteSeen = useReadPositions(s_id, update);

  const actions = useMemo(() => {
    const queued = postRequests(s_id, newestPage.batch ?? s_id);
    return {
      ...queued,
      removeComment(id: string, comment: Question['comments'][number]) {
        keepRemoved(comment);
        return queued.removeComment(id, comment);
      },
      attach: attachTo(s_id),
      view: viewQuestion(s_id, user.account, noteSeen),
      /** @param comment null for the question itself @throws CallError */
      async report(id: string, comment: string | null, reason: string, key: string) {
        const { reportPost } = await loadModeration();
        return reportPost(s_id, { id, comment, reason }, key);
      },
      /** @throws CallError */
      async moderate(id: string, moderation: Moderation, key: string): Promise<void> {
        const { moderatePost } = await loadModeration();
        await moderatePost({ s_id, noteOwnChange, update }, id, moderation, key);
      },
      /** @throws CallError */
      readHistory: (id: string, before?: string) =>
        call('readHistory', { params: { s_id, id }, query: { before } }),
      /** @throws CallError */
      async showEarlier({ _id: id, comments }: Question): Promise<void> {
        const before = comments[0]?.id;
        const page = await call('readComments', { params: { s_id, id }, query: { before } });
        update((now) => addEarlierComments(now, page, before));
      },
      showText: (id: string, { text, html, format }: CurrentQuestion) =>
        update((now) => updateQuestion(now, id, (one) => ({ ...one, question: text, html, format }))),
      showCommentText: (id: string, comment: string, { text, html, format }: CurrentQuestion) =>
        update((now) =>
          updateQuestion(now, id, (one) =>
            changeComment(one, comment, (known) => ({ ...known, text, html, format })),
          ),
        ),
    };
  }, [s_id, newestPage.batch, user.account, keepRemoved, noteSeen, noteOwnChange, update]);

  const waiting = requests.filter((request) => isOfForum(request, s_id) && request.state !== 'done');
  const isOwn = (id: string) => waiting.some(({ params }) => params['id'] === id);
  const isAsking = waiting.some((request) => request.call === 'askQuestion');
  return {
    fresh: freshComments(shown.news, discussion.questions, isOwn),
    news: countNews(shown.news, discussion.questions, { isOwn, isAsking, only }),
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
