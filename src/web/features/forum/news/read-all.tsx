import { forumAddress } from '#contract/forum/question-view';
import { shownUnread } from '#contract/forum/shown-unread';
import { queueRequest } from '../../../lib/outbox/queue-request.ts';
import { useRequests } from '../../../lib/outbox/use-outbox.ts';
import { useFreshUnread, useUnread, useUnreadTitle, versionOfUnread } from '../../../lib/unread-questions.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../forum.module.css';
import { subjects } from '../../../lib/stored-names/offline.ts';

/**
 * The unread count, also in the tab's title, and a button that marks exactly the counted questions as read.
 */
export function ReadAll({ s_id, batch, isList }: { s_id: string; batch: string; isList: boolean }) {
  useFreshUnread(s_id);
  const unread = useUnread(s_id);
  const isUnderWay = useRequests(subjects.forum(s_id)).some(({ call }) => call === 'readAllQuestions');
  const count = isUnderWay ? 0 : unread;
  useUnreadTitle(count);
  if (!isList || count === 0) return null;
  return (
    <p className={styles['unread']}>
      <span>{`${shownUnread(count)} unread`}</span>
      <Button
        variant="secondary"
        small
        onClick={() =>
          void queueRequest({
            call: 'readAllQuestions',
            params: { s_id },
            body: { version: versionOfUnread(s_id) },
            subject: subjects.forum(s_id),
            label: { to: forumAddress(batch) },
          })
        }
      >
        Mark all as read
      </Button>
    </p>
  );
}
