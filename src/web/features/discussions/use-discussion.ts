import { useEffect, useMemo, useState } from 'react';
import { minuteMs } from '#contract/durations';
import type { CurrentUser } from '#contract/accounts';
import type { Discussion, Question } from '#contract/discussions';
import { call } from '../../lib/client.ts';
import { firstBoard, withOlder, withoutQuestion, withQuestion, withRun } from './loaded-discussion.ts';

/** A screen that comes back to the front after this long asks for what is new. */
const staleMs = minuteMs;

/**
 * A batch's forum and what one can do in it; every act rejects with a CallError when it did not happen. The acts stay
 * the same functions, so that a row is drawn again only when its own question changes.
 * @param s_id the address that stands in the calls: the student's own, for staff the batch's name
 */
export function useDiscussion(s_id: string, who: CurrentUser, first: Discussion) {
  const [board, setBoard] = useState(() => firstBoard(first));

  const acts = useMemo(() => {
    const at = (id: string) => ({ s_id, id });
    return {
      async ask(question: string): Promise<void> {
        const { questions } = await call('askQuestion', { params: { s_id }, body: { question } });
        setBoard((now) => withRun(now, questions));
      },
      async comment(id: string, answer: string): Promise<void> {
        const { questions } = await call('answerQuestion', { params: at(id), body: { answer } });
        // The answer holds the newest questions; a comment on an older one is put in place here.
        const mine: Question['comments'][number] = {
          id: `new-${Date.now()}`,
          text: answer,
          author: { name: who.s_name, online: true, role: who.role },
          createdAt: new Date().toISOString(),
        };
        setBoard((now) => {
          const patched = withQuestion(now, id, (one) => ({
            ...one,
            answers: [...one.answers, answer],
            comments: [...one.comments, mine],
          }));
          return withRun(patched, questions);
        });
      },
      async edit(id: string, questionText: string): Promise<void> {
        const { questions } = await call('editQuestion', { params: at(id), body: { questionText } });
        setBoard((now) => {
          const editedAt = new Date().toISOString();
          const patched = withQuestion(now, id, (one) => ({ ...one, question: questionText, editedAt }));
          return withRun(patched, questions);
        });
      },
      async remove(id: string): Promise<void> {
        const { questions } = await call('deleteQuestion', { params: at(id) });
        setBoard((now) => withoutQuestion(withRun(now, questions), id));
      },
      /** Shows at once, and takes it back when the server does not agree. */
      async favorite(id: string, isFavorite: boolean): Promise<void> {
        const show = (shown: boolean) =>
          setBoard((now) => withQuestion(now, id, (one) => ({ ...one, isFavorite: shown })));
        show(isFavorite);
        try {
          await call(isFavorite ? 'favoriteQuestion' : 'unfavoriteQuestion', { params: at(id) });
        } catch (error) {
          show(!isFavorite);
          throw error;
        }
      },
    };
  }, [s_id, who]);

  useEffect(() => {
    let asked = Date.now();
    async function lookAgain(): Promise<void> {
      if (document.hidden || Date.now() - asked < staleMs) return;
      asked = Date.now();
      const { questions } = await call('readDiscussion', { params: { s_id } });
      setBoard((now) => withRun(now, questions));
    }
    // Nobody asked for it: when it fails, what is on the screen stays.
    const look = () => void lookAgain().catch(() => undefined);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [s_id]);

  async function showOlder(): Promise<void> {
    const before = board.questions[0]?._id;
    const { questions } = await call('readDiscussion', { params: { s_id }, query: { before } });
    setBoard((now) => withOlder(now, questions));
  }

  return { board, acts, showOlder };
}
export type Acts = ReturnType<typeof useDiscussion>['acts'];
