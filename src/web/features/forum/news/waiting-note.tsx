import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { isUnkept } from '../../../lib/outbox/request-store.ts';
import { removeRequest } from '../../../lib/outbox/change-request.ts';
import { takeBack } from '../../../lib/outbox/take-back.ts';
import { useClaimRefusal } from '../../../lib/outbox/use-outbox.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { WaitsNotice } from '../../accounts/waits-notice.tsx';
import { PostWords } from '../composer/mention-text.tsx';
import styles from '../post.module.css';
import { PrivateSign } from '../signs.tsx';
import { textOf } from './waiting-discussion.ts';

/** Why a queued request waits or was refused, with the possible actions. */
export function WaitingNote({
  request,
  onTakenBack,
}: {
  request: QueuedRequest;
  /** Called when its text is a draft again. */
  onTakenBack?: (() => void) | undefined;
}) {
  const { failure } = request;
  useClaimRefusal(request);
  const hasText = Object.keys(request.drafts).length > 0;
  const what = hasText ? 'post' : 'change';
  const back = () => void takeBack(request).then(onTakenBack);
  const backButton = (label: string) =>
    hasText ? (
      <Button variant="secondary" small onClick={back}>
        {label}
      </Button>
    ) : (
      <Button variant="secondary" small onClick={() => void removeRequest(request)}>
        {request.state === 'refused' ? 'Close' : 'Stop'}
      </Button>
    );
  // Its screen loads the portal's version.
  if (request.state === 'done') return null;
  if (failure === null) return <Small role="status">Sending…</Small>;
  if (request.state !== 'refused')
    return (
      <WaitsNotice failure={failure} isKept={!isUnkept(request.id)} what={what}>
        {backButton('Do not send it')}
      </WaitsNotice>
    );
  return (
    <Notice tone="error" title={failure.message}>
      <Row gap={2}>
        {backButton('Change it')}
        {hasText && (
          <Button variant="quiet" small onClick={() => void removeRequest(request)}>
            Remove it
          </Button>
        )}
      </Row>
    </Notice>
  );
}

function WaitingWords({ request }: { request: QueuedRequest }) {
  return (
    <PostWords
      text={textOf(request)}
      format={request.body?.['format'] === 'markdown' ? 'markdown' : 'plain'}
    />
  );
}

/** Shown in its future place. */
export function WaitingAnswer({ request }: { request: QueuedRequest }) {
  return (
    <Stack as="li" gap={2}>
      <p>You</p>
      <WaitingWords request={request} />
      <WaitingNote request={request} />
    </Stack>
  );
}

/** Shown in its future place. */
export function WaitingQuestion({ request }: { request: QueuedRequest }) {
  return (
    <article className={styles['question']}>
      <h3 className={styles['author']}>{request.body?.['anonymous'] === true ? 'You, anonymous' : 'You'}</h3>
      {request.call === 'sendPrivate' && <PrivateSign />}
      <div className={styles['text']}>
        <WaitingWords request={request} />
      </div>
      <WaitingNote request={request} />
    </article>
  );
}
