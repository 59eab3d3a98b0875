import styles from './reading-actions.module.css';

/** Personal actions: mark as unread, and mute. */
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
