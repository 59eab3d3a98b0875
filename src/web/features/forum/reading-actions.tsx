import styles from './reading-actions.module.css';

/** What a reader does with a question for the own eyes: to mark it as unread again, and to mute it. */
export function ReadingActions({
  isMuted,
  onMarkUnread,
  onMute,
}: {
  isMuted: boolean;
  onMarkUnread: () => void;
  onMute: (isMuted: boolean) => void;
}) {
  return (
    <>
      {!isMuted && (
        <button type="button" className={styles['action']} onClick={onMarkUnread}>
          Mark as unread
        </button>
      )}
      <button
        type="button"
        className={styles['action']}
        aria-pressed={isMuted}
        title="A muted question counts as read and sends you no notices"
        onClick={() => onMute(!isMuted)}
      >
        {isMuted ? 'Muted' : 'Mute'}
      </button>
    </>
  );
}
