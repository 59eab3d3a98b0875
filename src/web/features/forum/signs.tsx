import type { Question } from '#contract/forum/calls';
import { shownUnread } from '#contract/forum/shown-unread';
import { Stack } from '../../ui/layout.tsx';
import styles from './signs.module.css';

type Moderated = Pick<Question, 'pinned' | 'locked'>;

/** Icons are decorative: words beside them say the same. */
const paths = {
  pin: 'M4.5 1.5h5M5.5 1.5v4l-2 2.5h7l-2-2.5v-4M7 8v5',
  lock: 'M2.5 6.5h9v6h-9zM4.5 6.5v-2a2.5 2.5 0 0 1 5 0v2',
  tick: 'm2.5 7.5 3 3 6-7',
  comments: 'M2 2.5h10v7H6.5L4 12V9.5H2z',
};

export function Icon({ icon }: { icon: keyof typeof paths }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d={paths[icon]} fill="none" stroke="currentColor" strokeWidth={icon === 'tick' ? 2 : 1.5} />
    </svg>
  );
}

export function SolvedSign() {
  return (
    <span className={styles['solved']}>
      <Icon icon="tick" />
      Solved
    </span>
  );
}

/** Who reads a private question: administrators mentor every batch. */
export function PrivateSign({ isStaff = false }: { isStaff?: boolean }) {
  return (
    <span className={styles['sign']}>
      <Icon icon="lock" />
      <span>
        {isStaff ? 'Only the student, the mentors and the office' : 'Only you, your mentors and the office'}
      </span>
    </span>
  );
}

export function UnreadSign({ count }: { count: number }) {
  return (
    <span className={styles['unread']}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <circle cx="4" cy="4" r="3" fill="currentColor" />
      </svg>
      <span>{`${shownUnread(count)} new`}</span>
    </span>
  );
}

export function CommentsSign({ count }: { count: number }) {
  return (
    <span className={styles['comments']}>
      <Icon icon="comments" />
      <span>{count}</span>
      <span className="visually-hidden">{count === 1 ? ' comment' : ' comments'}</span>
    </span>
  );
}

export function ModerationSigns({ pinned, locked }: Moderated) {
  return (
    <>
      {pinned !== undefined && (
        <span className={styles['sign']}>
          <Icon icon="pin" />
          Pinned
        </span>
      )}
      {locked !== undefined && (
        <span className={styles['sign']}>
          <Icon icon="lock" />
          Locked
        </span>
      )}
    </>
  );
}

/** Why a mentor has pinned or locked a question. */
export function ModerationNote({ pinned, locked }: Moderated) {
  if (pinned === undefined && locked === undefined) return null;
  const notes = [
    { of: 'pin', word: 'Pinned', note: pinned },
    { of: 'lock', word: 'Locked', note: locked },
  ] as const;
  return (
    <Stack gap={2}>
      {notes.map(
        ({ of, word, note }) =>
          note !== undefined && (
            <p key={of} className={styles['note']}>
              <Icon icon={of} />
              <span>
                <strong>{`${word} by a mentor:`}</strong>
                <span>{` ${note.reason}`}</span>
              </span>
            </p>
          ),
      )}
    </Stack>
  );
}

/** "Edited" beside the time; a click shows the history. */
export function EditedSign({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <span>
      {' · '}
      <button
        type="button"
        className={styles['edited']}
        aria-expanded={isOpen}
        title="Earlier versions"
        onClick={onToggle}
      >
        edited
      </button>
    </span>
  );
}
