import { useId, useState } from 'react';
import { call } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { commentsAtLines } from './comments-at-lines.ts';
import styles from './lines.module.css';

const loadList = () => loadPart(() => import('./listed-comments.tsx'));

/** For the student: what a mentor wrote at lines of a version's file; loaded on request. */
export function OwnLineComments({ s_id, receipt, count }: { s_id: string; receipt: string; count: number }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { found, isBusy, failure, read } = useRead(async () => {
    const [of, { ListedComments }] = await Promise.all([
      call('listOwnLineComments', { params: { s_id }, query: { receipt } }),
      loadList(),
    ]);
    return { of, ListedComments };
  });
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen && found === null) void read();
  };
  return (
    <div className={styles['panel']}>
      <div>
        <Button
          variant="secondary"
          small
          busy={isBusy}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          data-needs-script
        >
          {commentsAtLines(count)}
        </Button>
      </div>
      <MessageRoom>{failure !== null && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div id={id} hidden={!isOpen}>
        {isOpen && found !== null && <found.ListedComments found={found.of} />}
      </div>
    </div>
  );
}
