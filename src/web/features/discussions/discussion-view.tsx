import { useCallback, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '#contract/accounts';
import type { Discussion, Question } from '#contract/discussions';
import { EmptyState } from '../../ui/states.tsx';
import { AskBox } from './ask-box.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { FavoritesFilter } from './favorites-filter.tsx';
import styles from './discussion-view.module.css';
import { ComposerHelp } from './composer-help.tsx';
import { OlderQuestions } from './older-questions.tsx';
import { QuestionCard } from './question-card.tsx';
import { useDiscussion } from './use-discussion.ts';
import { useIncrementalList } from './use-incremental-list.ts';
import { useViewTracking } from './use-view-tracking.ts';

/**
 * A batch's forum, the newest question first: what was just asked stands right under the box.
 * @param s_id the address that stands in the calls: the student's own, for staff the batch's name
 */
export function DiscussionView({
  s_id,
  who,
  discussion,
}: {
  s_id: string;
  who: CurrentUser;
  discussion: Discussion;
}) {
  const { board, acts, showOlder } = useDiscussion(s_id, who, discussion);
  const watch = useViewTracking(s_id, who.s_id);
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Question | null>(null);
  const [isFiltered, setFiltered] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [news, setNews] = useState('');
  const [deletions, setDeletions] = useState(0);
  // The question's buttons are gone; the focus goes to the list's head instead of nowhere.
  useEffect(() => {
    if (deletions > 0) heading.current?.focus();
  }, [deletions]);
  const startDelete = useCallback((question: Question) => setDeleting(question), []);
  const shown = board.questions.filter(({ isFavorite }) => isFavorite || !isFiltered).toReversed();
  const drawn = useIncrementalList(shown.length);

  async function remove(question: Question): Promise<void> {
    await acts.remove(question._id);
    setDeleting(null);
    setDeletions((count) => count + 1);
    setNews('The question was deleted.');
  }

  return (
    <div className={styles['columns']}>
      <div className={styles['forum']}>
        <AskBox
          draftKey={`${who.s_id} ${s_id} question`}
          isAway={editing !== null}
          onAsk={async (text) => {
            await acts.ask(text);
            setFiltered(false);
            setNews('Your question was posted.');
          }}
        />
        <div className={styles['head']}>
          <h2 ref={heading} tabIndex={-1} className={styles['heading']}>
            Questions
          </h2>
          {board.questions.length > 0 && <FavoritesFilter isOn={isFiltered} onToggle={setFiltered} />}
        </div>
        <p role="status" className="visually-hidden">
          {news}
        </p>
        {shown.length === 0 && (
          <EmptyState title={isFiltered ? 'No favorites yet' : 'Nobody has asked yet'}>
            <p>
              {isFiltered
                ? 'Press Favorite at a question that you want to find again.'
                : 'Yours can be the first: no question is too small, and the whole batch reads the answer.'}
            </p>
          </EmptyState>
        )}
        {shown.slice(0, drawn).map((question) => (
          <QuestionCard
            key={question._id}
            question={question}
            isEditing={editing === question._id}
            acts={acts}
            onEdit={setEditing}
            onDelete={startDelete}
            watch={watch}
            draftPrefix={who.s_id}
          />
        ))}
        {board.hasOlder && drawn >= shown.length && <OlderQuestions onShow={showOlder} />}
        {deleting !== null && (
          <DeleteDialog
            question={deleting}
            onDelete={() => remove(deleting)}
            onClose={() => setDeleting(null)}
          />
        )}
      </div>
      <ComposerHelp />
    </div>
  );
}
