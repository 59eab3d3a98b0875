import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/calls/call-error.ts';
import { isUnkept } from '../../lib/outbox/request-store.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { showFromTop } from '../../ui/hold-place.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { WaitsNotice } from '../accounts/waits-notice.tsx';
import { releaseLower, saveAnyway, versionsOf } from './mark-versions.tsx';
import type { MarkOutbox } from './use-mark.ts';

/** The draft stays. */
export function SaveError({ error }: { error: unknown }) {
  return (
    <Notice tone="error" title={errorMessage(error)}>
      <p>Nothing was saved. Your text is still here.</p>
    </Notice>
  );
}

function focusFromTop(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element !== null) showFromTop(element);
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** The one that changes nothing comes first. */
function Choices({ children }: { children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Row gap={3}>{children}</Row>
      <Small>Ctrl Enter confirms.</Small>
    </Stack>
  );
}

/** @param onBack after the mentor has chosen to go on editing */
export function MarkWaiting({
  outbox: { waiting, failure, question, takeBack },
  onBack,
}: {
  outbox: MarkOutbox;
  onBack?: () => void;
}) {
  if (question?.is === 'lower')
    return (
      <Notice tone="warning" role="alert" title={question.message}>
        <Choices>
          <Button
            ref={focusOnMount}
            small
            onClick={() => {
              question.leave();
              onBack?.();
            }}
          >
            Back to editing
          </Button>
          <Button small variant="secondary" onClick={question.confirm}>
            {releaseLower(question.mine)}
          </Button>
        </Choices>
      </Notice>
    );
  if (question?.is === 'newer')
    return (
      <Notice tone="warning" role="alert" title={question.message}>
        <p>
          <span>Submitted </span>
          <TimeAgo value={question.newer.submitted_at} />
          <span>.</span>
        </p>
        <Choices>
          <Button ref={focusOnMount} small onClick={question.open}>
            {`Open version ${question.newer.version}`}
          </Button>
          <Button small variant="secondary" onClick={question.confirm}>
            {saveAnyway(question.mine)}
          </Button>
        </Choices>
      </Notice>
    );
  if (question?.is === 'conflict') {
    const { current, mine, message, takesFocus, sendMine, keepTheirs } = question;
    return (
      // Both buttons change something, so neither has the focus. Found out meanwhile, it leaves the typing alone.
      <div ref={takesFocus ? focusFromTop : undefined} tabIndex={-1}>
        <ConflictNotice
          title={message}
          {...versionsOf(current, mine)}
          onSendMine={sendMine}
          onKeepTheirs={keepTheirs}
        />
      </div>
    );
  }
  if (waiting === null) return failure === null ? null : <SaveError error={failure} />;
  return (
    waiting.failure && (
      <WaitsNotice failure={waiting.failure} isKept={!isUnkept(waiting.id)} what="mark">
        <Button variant="secondary" small onClick={takeBack}>
          Do not send it
        </Button>
      </WaitsNotice>
    )
  );
}
