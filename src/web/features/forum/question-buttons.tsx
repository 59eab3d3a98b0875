import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { focusInPlace } from '../../lib/focus.ts';
import { MoreMenu } from './more-menu.tsx';
import styles from './post.module.css';

export function FavoriteToggle({
  isFavorite,
  onToggle,
}: {
  isFavorite: boolean;
  onToggle: (next: boolean) => void;
}) {
  return (
    <button
      type="button"
      className={styles['favorite']}
      aria-pressed={isFavorite}
      onClick={() => onToggle(!isFavorite)}
    >
      <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
        <path
          d="m10 2.2 2.4 4.9 5.4.8-3.9 3.8.9 5.4L10 14.5l-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      Favorite
    </button>
  );
}

export function FoldButton({
  isHidden,
  takesFocus,
  onFold,
}: {
  isHidden: boolean;
  takesFocus: boolean;
  onFold: () => void;
}) {
  return (
    <button
      ref={takesFocus ? focusInPlace : null}
      type="button"
      hidden={isHidden}
      className={styles['fold']}
      aria-expanded
      onClick={onFold}
    >
      <span className="visually-hidden">Collapse this question</span>
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path
          d="m5 12.5 5-5 5 5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}

/**
 * What a reader seldom does with a question.
 * @param address the question's page, in a list
 * @param children reporting or moderating it
 */
export function QuestionMenu({
  address,
  isMuted,
  onMarkUnread,
  onMute,
  children,
}: {
  address: string | undefined;
  isMuted: boolean;
  onMarkUnread: () => void;
  onMute: (isMuted: boolean) => void;
  children: ReactNode;
}) {
  return (
    <MoreMenu label="More for this question">
      {address !== undefined && (
        <Link to={address} className={styles['item']}>
          Open question
        </Link>
      )}
      {!isMuted && (
        <button type="button" className={styles['item']} onClick={onMarkUnread}>
          Mark as unread
        </button>
      )}
      <button
        type="button"
        className={styles['item']}
        title="A muted question counts as read and sends you no notices"
        onClick={() => onMute(!isMuted)}
      >
        {isMuted ? 'Unmute' : 'Mute'}
      </button>
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </MoreMenu>
  );
}
