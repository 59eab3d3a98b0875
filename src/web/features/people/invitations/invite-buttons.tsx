import { noPublicUrl } from '#contract/people/no-public-url';
import { useState } from 'react';
import { printedAtOnce } from '#contract/people/import-fields';
import { Button } from '../../../ui/button.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { peopleCount } from '../people-words.ts';
import { InvitationSheet } from './invitation-sheet.tsx';
import type { useInviting } from './use-inviting.ts';

type Inviting = ReturnType<typeof useInviting>;

/**
 * @param props.count who is invited: those selected, or all who were not invited yet
 * @param props.selected of them; 0 for all
 */
export function InviteButtons({
  inviting: { isBusy, press },
  count,
  selected,
  live,
  makesLinks,
  sendsMail,
}: {
  inviting: Inviting;
  count: number;
  selected: number;
  live: number;
  makesLinks: boolean;
  sendsMail: boolean;
}) {
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      {!makesLinks && <Notice tone="warning">{noPublicUrl}</Notice>}
      <Row gap={3}>
        {makesLinks && sendsMail && (
          <Button busy={isBusy} disabled={count === 0} onClick={() => press('send')}>
            {count === 0 ? 'No one to email' : `Email ${peopleCount(count)}`}
          </Button>
        )}
        {makesLinks && (
          <Button
            variant={sendsMail ? 'secondary' : 'primary'}
            busy={isBusy}
            disabled={count === 0}
            onClick={() => press('print')}
          >
            {count === 0
              ? 'Nothing to print'
              : `Print for ${count > printedAtOnce ? `the first ${printedAtOnce}` : peopleCount(count)}`}
          </Button>
        )}
        {live > 0 && (
          <Button variant="danger" busy={isBusy} onClick={() => press('revoke')}>{`Withdraw ${live}`}</Button>
        )}
        {selected > 0 && !isRemoving && (
          <Button variant="danger" busy={isBusy} onClick={() => setIsRemoving(true)}>
            {`Remove ${selected}`}
          </Button>
        )}
      </Row>
      {isRemoving && selected > 0 && (
        <Notice tone="warning" title={`Remove ${peopleCount(selected)}?`}>
          <p>They leave this list, and their invitations stop working. You can import them again.</p>
          <Row gap={3}>
            <Button
              variant="danger"
              busy={isBusy}
              onClick={() => {
                setIsRemoving(false);
                press('remove');
              }}
            >
              {`Remove ${peopleCount(selected)}`}
            </Button>
            <Button variant="secondary" onClick={() => setIsRemoving(false)}>
              Cancel
            </Button>
          </Row>
        </Notice>
      )}
      {!sendsMail && makesLinks && (
        <Small>
          This portal cannot send email. Print the invitations and give them out. People who use one do not
          have to confirm their email.
        </Small>
      )}
    </>
  );
}

/** What became of the last action, and the sheet to print. */
export function InviteResult({
  inviting: { failure, told, isBusy, printed, press },
}: {
  inviting: Inviting;
}) {
  return (
    <>
      <MessageRoom>
        {failure !== undefined && <Notice tone="error">{failure}</Notice>}
        {failure === undefined && !isBusy && told !== null && <Notice tone="success">{told}</Notice>}
      </MessageRoom>
      {printed !== null && printed.invitations.length > 0 && (
        <InvitationSheet
          invitations={printed.invitations}
          onPrint={() => printed.sheet !== null && press('settle', printed.sheet)}
        />
      )}
    </>
  );
}
