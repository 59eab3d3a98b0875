import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { CurrentUser } from '#contract/accounts';
import type { Discussion, Question } from '#contract/discussions';
import { limits } from '#contract/limits';
import { call, CallError } from '../../lib/client.ts';
import type { Send } from '../../lib/send-again.ts';
import {
  addOlderPage,
  fromNewestPage,
  mergePage,
  removeQuestion,
  updateQuestion,
} from './loaded-discussion.ts';

/** When the tab is shown again after this long, the discussion is refreshed. */
const staleMs = minuteMs;

/** How a text is sent: again while the portal is away, and once all the same. */
export type Sending = { send: Send; idempotencyKey: string };

/**
 * A batch's discussion and the actions of its user; every action rejects with a CallError when it did not happen. The
 * actions stay the same functions, so that a card is rendered again only when its own question changes.
 * @param s_id the address that stands in the calls: the student's own, for staff the batch's name
 * @param pageSize how many questions the newest page was asked for; the rest of a whole page is loaded at once
 */
export function useDiscussion(s_id: string, user: CurrentUser, newestPage: Discussion, pageSize: number) {
  const [discussion, setDiscussion] = useState(() => fromNewestPage(newestPage, pageSize));
  const isPartial = newestPage.questions.length >= pageSize && pageSize < limits.pageSize;
  // What comes by itself is not offered.
  const [isRestAwaited, setRestAwaited] = useState(isPartial);

  /** Counts the beginnings and ends of changes: what was read meanwhile may be older than they are. */
  const changes = useRef(0);

  const actions = useMemo(() => {
    const paramsOf = (id: string) => ({ s_id, id });
    async function change<Answer>(work: Promise<Answer>): Promise<Answer> {
      changes.current += 1;
      return work.finally(() => (changes.current += 1));
    }
    return {
      async ask(question: string, { send, idempotencyKey }: Sending): Promise<void> {
        const { questions } = await send(() =>
          change(call('askQuestion', { params: { s_id }, body: { question }, idempotencyKey })),
        );
        setDiscussion((now) => mergePage(now, questions));
      },
      async comment(id: string, answer: string, { send, idempotencyKey }: Sending): Promise<void> {
        const { questions } = await send(() =>
          change(call('answerQuestion', { params: paramsOf(id), body: { answer }, idempotencyKey })),
        );
        // The answer holds the newest page only: a comment on an older question is added here, now that it is accepted.
        const added: Question['comments'][number] = {
          id: `new-${Date.now()}`,
          text: answer,
          author: { name: user.s_name, online: true, role: user.role },
          createdAt: new Date().toISOString(),
        };
        setDiscussion((now) => {
          const updated = updateQuestion(now, id, (one) => ({
            ...one,
            answers: [...one.answers, answer],
            comments: [...one.comments, added],
          }));
          return mergePage(updated, questions);
        });
      },
      async edit(id: string, questionText: string, send: Send): Promise<void> {
        const { questions } = await send(() =>
          change(call('editQuestion', { params: paramsOf(id), body: { questionText } })),
        );
        setDiscussion((now) => {
          const editedAt = new Date().toISOString();
          const updated = updateQuestion(now, id, (one) => ({ ...one, question: questionText, editedAt }));
          return mergePage(updated, questions);
        });
      },
      async remove(id: string, send: Send): Promise<void> {
        const newest = await send(async (isRepeat) => {
          try {
            return (await change(call('deleteQuestion', { params: paramsOf(id) }))).questions;
          } catch (error) {
            // The attempt before did it, and its answer was lost.
            if (isRepeat && error instanceof CallError && error.status === 404) return null;
            throw error;
          }
        });
        setDiscussion((now) => removeQuestion(newest === null ? now : mergePage(now, newest), id));
      },
      /** Optimistic update: shown at once, rolled back when the call fails. */
      async favorite(id: string, isFavorite: boolean, send: Send): Promise<void> {
        const show = (shown: boolean) =>
          setDiscussion((now) => updateQuestion(now, id, (one) => ({ ...one, isFavorite: shown })));
        show(isFavorite);
        try {
          const name = isFavorite ? 'favoriteQuestion' : 'unfavoriteQuestion';
          await send(() => change(call(name, { params: paramsOf(id) })));
        } catch (error) {
          show(!isFavorite);
          throw error;
        }
      },
    };
  }, [s_id, user]);

  useEffect(() => {
    let readAt = Date.now();
    const running = new AbortController();
    async function refresh(): Promise<void> {
      readAt = Date.now();
      const changesBefore = changes.current;
      const { questions } = await call('readDiscussion', { params: { s_id }, signal: running.signal });
      if (changes.current !== changesBefore) return refresh();
      // Below what is read, or of its size: a transition, so that typing goes first.
      startTransition(() => {
        setDiscussion((now) => mergePage(now, questions));
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
  }, [s_id, isPartial]);

  async function showOlder(): Promise<void> {
    const before = discussion.questions[0]?._id;
    const { questions } = await call('readDiscussion', { params: { s_id }, query: { before } });
    setDiscussion((now) => addOlderPage(now, questions));
  }

  return { discussion, hasOlder: discussion.hasOlder && !isRestAwaited, actions, showOlder };
}
export type DiscussionActions = ReturnType<typeof useDiscussion>['actions'];
