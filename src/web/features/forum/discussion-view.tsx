import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Discussion, Question } from '#contract/forum/calls';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { LiveRegion, useAnnouncement } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AskBox } from './composer/ask-box.tsx';
import { MentionsOf } from './composer/use-mentions.tsx';
import styles from './list.module.css';
import { NewsButton, OlderQuestions } from './list-buttons.tsx';
import { DeleteDialog } from './moderation/delete-dialog.tsx';
import { UndoNote } from './moderation/undo-note.tsx';
import { newsText } from './news/news.ts';
import { ReadAll } from './news/read-all.tsx';
import { WaitingQuestion } from './news/waiting-note.tsx';
import { QuestionItem } from './question-item.tsx';
import { useDiscussion } from './use-discussion.ts';
import { useIncrementalList, useUnfolded } from './use-question-list.ts';
import { questionDraft } from '../../lib/stored-names/forum.ts';

const nothing = (): void => undefined;

/**
 * Newest question first.
 * @param only the one question to show, which `newestPage` is then about
 */
export function DiscussionView({
  s_id,
  user,
  newestPage,
  pageSize,
  only = null,
  onPinned = nothing,
}: {
  s_id: string;
  user: CurrentUser;
  newestPage: Discussion;
  pageSize: number;
  only?: string | null;
  onPinned?: () => void;
}) {
  const [announcement, announce] = useAnnouncement();
  const batch = newestPage.batch ?? s_id;
  const ownAsk = useRef<{ isAsked: boolean; postedId: string | null }>({ isAsked: false, postedId: null });
  const list = useRef<HTMLDivElement>(null);
  const { isUnfolded, fold } = useUnfolded(newestPage, only === null ? batch : null);
  const { questions, asked, hasOlder, isPart, actions, showOlder, news, showNews, fresh } = useDiscussion(
    s_id,
    user,
    newestPage,
    pageSize,
    only,
    ({ call }, answer) => {
      if (call === 'answerQuestion') announce('Your comment was posted.');
      if (call !== 'askQuestion') return;
      announce('Your question was posted.');
      const id = (answer as Discussion | undefined)?.questions.at(-1)?._id;
      if (id !== undefined) fold(id, true);
      if (ownAsk.current.isAsked) ownAsk.current = { isAsked: false, postedId: id ?? null };
    },
  );
  const markUnread = useCallback(
    (id: string) => {
      void actions.markUnread(id);
      announce('The question is marked as unread.');
    },
    [actions, announce],
  );
  const [search] = useSearchParams();
  const opened = newestPage.questions.find(({ _id, can }) => _id === search.get('edit') && can.edit);
  // An edit conflict shows both texts in place of the box.
  const isConflict = useRefusedForm()?.current !== undefined;
  const [editing, setEditing] = useState<string | null>((!isConflict && opened?._id) || null);
  const [deleting, setDeleting] = useState<Question | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleted, setDeleted] = useState<readonly Question[]>([]);
  useEffect(() => forgetParameter('edit'), []);
  const [hiddenCount, countHidden] = useReducer((now: number) => now + 1, 0);
  // The question and its dialog are removed.
  useEffect(() => {
    if (hiddenCount > 0) heading.current?.focus();
  }, [hiddenCount]);
  useEffect(() => {
    const { postedId } = ownAsk.current;
    if (postedId === null || questions.every(({ _id }) => _id !== postedId)) return;
    ownAsk.current = { isAsked: false, postedId: null };
    // Only now: no button moves under a finger while the response is awaited.
    list.current?.querySelector('article')?.scrollIntoView({ block: 'nearest' });
  }, [questions]);
  const gone = deleted.filter(({ _id }) => questions.every((one) => one._id !== _id));
  const shown = [...questions, ...gone]
    .toSorted((one, other) => Number(one._id) - Number(other._id))
    .filter(({ _id }) => only === null || _id === only)
    .toReversed();
  const renderedCount = useIncrementalList(shown.length);

  async function show(): Promise<void> {
    const isBelowHeading = news.questions > 0 || only !== null;
    await showNews();
    // The button is removed: focus moves to the list's heading, and new questions are scrolled into view.
    heading.current?.focus({ preventScroll: !isBelowHeading });
  }

  async function remove(question: Question): Promise<void> {
    await actions.remove(question._id, question.question);
    setDeleting(null);
    setDeleted((now) => [...now.filter(({ _id }) => _id !== question._id), question]);
    announce('The question was deleted. You can undo this for ten seconds.');
  }

  return (
    <MentionsOf value={s_id}>
      {only === null && (
        <AskBox
          draftKey={questionDraft(user.account, s_id)}
          s_id={s_id}
          batch={batch}
          isEditing={editing !== null}
          mayBeAnonymous={user.role === 'student'}
          asked={asked}
          onAsk={(...question) => {
            ownAsk.current = { isAsked: !question[0].isPrivate, postedId: null };
            return actions.ask(...question);
          }}
          onAttach={actions.attach}
        />
      )}
      <div className={styles['list']}>
        <h2 ref={heading} tabIndex={-1} className="visually-hidden">
          {only === null ? 'Questions' : 'The question and its comments'}
        </h2>
        {only !== null && <ReadAll s_id={s_id} batch={batch} isList={false} />}
        <LiveRegion announcement={announcement} />
        {only === null &&
          asked.toReversed().map((request) => <WaitingQuestion key={request.id} request={request} />)}
        {only === null && shown.length + asked.length === 0 && (
          <EmptyState title="Nobody has asked yet">
            <p>Ask the first question. No question is too small.</p>
          </EmptyState>
        )}
        {only !== null && shown.length === 0 && (
          <EmptyState title="This question is not there any more">
            <p>It was deleted or hidden, or belongs to another batch.</p>
          </EmptyState>
        )}
        <div ref={list} className={styles['questions']}>
          {shown.slice(0, renderedCount).map((question) =>
            gone.includes(question) ? (
              <UndoNote
                key={question._id}
                text="Deleted."
                takesFocus
                onUndo={() => void actions.undoRemoval(question._id)}
                onEnd={(hadFocus) => {
                  setDeleted((now) => now.filter(({ _id }) => _id !== question._id));
                  if (hadFocus) heading.current?.focus();
                }}
              />
            ) : (
              <QuestionItem
                key={question._id}
                question={question}
                batch={batch}
                isUnfolded={isUnfolded(question._id) || editing === question._id}
                onFold={only === null ? fold : null}
                isEditing={editing === question._id}
                actions={actions}
                onEdit={setEditing}
                onDelete={setDeleting}
                onMarkUnread={markUnread}
                fresh={fresh.get(question._id) ?? 0}
                onSay={announce}
                onHidden={countHidden}
                onPinned={onPinned}
                account={user.account}
                announceTo={user.role === 'student' ? null : batch}
              />
            ),
          )}
        </div>
        <OlderQuestions
          isMore={only === null && hasOlder && renderedCount >= shown.length}
          batch={batch}
          oldest={newestPage.questions[0]?._id}
          isAutomatic={isPart}
          onShow={showOlder}
        />
        <NewsButton text={newsText(news)} onShow={show} />
        {deleting !== null && (
          <DeleteDialog
            question={deleting}
            onDelete={() => remove(deleting)}
            onClose={() => setDeleting(null)}
          />
        )}
      </div>
    </MentionsOf>
  );
}
