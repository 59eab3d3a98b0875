import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import type { Selection } from '#contract/selections/calls';
import { isPassing, waitingReason, type CallFailure } from '../../lib/calls/call-error.ts';
import { call } from '../../lib/calls/client.ts';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { loginAddress, rememberSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './choose-project.module.css';
import { selectProject } from './select-project.ts';

type Failure = { title: string; text: string; isUnanswered: boolean };

/** Without an answer, the portal may have the choice, or still be making it. */
const unknown = (reason: string, next: string): Failure => ({
  title: 'We do not know yet if your choice has arrived',
  text: `${reason} Your choice will not be sent later. ${next} Load this page again before you choose another one.`,
  isUnanswered: true,
});

const stopped = unknown('You unticked the box before the portal answered.', 'Your project may be selected.');

const offline: Failure = {
  title: 'Your choice was not sent',
  text: 'You are offline. Click Proceed when you are online.',
  isUnanswered: true,
};

function inWords(failure: CallFailure, wasOffline: boolean): Failure {
  if (failure.code === 'offline' && wasOffline) return offline;
  const { reason } = waitingReason(failure);
  const isUnanswered = isPassing(failure) || failure.code === 'unreadable';
  if (!isUnanswered) return { title: 'Your project was not selected', text: reason, isUnanswered };
  return unknown(reason, 'To choose this project, click Proceed again.');
}

/** Milliseconds before each look. */
const looks = [0, 4_000, 16_000];

/**
 * The checkbox, Back and Proceed (specification, sections 2, 4, 5 and 8). The choice is permanent: one click sends it once,
 * at once or never, and unticking stops it unless it has arrived.
 */
export function ChooseProject({
  user,
  project,
  onBack,
}: {
  user: CurrentUser;
  project: { id: string; name: string };
  onBack: () => void;
}) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const refused = useRefusedForm();
  const isHydrated = useIsHydrated();
  const [isAccepted, setAccepted] = useState(refused?.values['accept'] === 'on');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const sending = useRef<AbortController>(undefined);
  const wasOffline = useRef(false);
  const isChosen = useRef(false);
  useEffect(
    () => () => {
      sending.current?.abort();
      sending.current = undefined;
    },
    [],
  );

  const open = ({ sp_id, p_id }: Selection, notice: string) => {
    isChosen.current = true;
    return navigate('/ProjectDashboard1', { state: { s_id: sp_id, p_id, notice } });
  };

  const openIfSelected = async (attempt: AbortController) => {
    for (const wait of looks) {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (sending.current !== attempt) return;
      const [selection] = await call('readSelection', { params: { s_id: user.account } }).catch(() => []);
      if (sending.current !== attempt) return;
      if (selection === undefined) continue;
      const isThis = selection.p_id === project.id;
      return open(selection, isThis ? messages.projectSelected : messages.projectAlreadySelected);
    }
  };

  const form = useForm({
    keepsFields: true,
    isReady() {
      if (!isAccepted) setRefusal(studentMessages.acceptTerms);
      return isAccepted && !isChosen.current;
    },
    async send() {
      sending.current = new AbortController();
      wasOffline.current = !navigator.onLine;
      setFailure(null);
      const answer = await selectProject(call, user, project, sending.current.signal);
      await open(answer, answer.message);
    },
    onRefused({ failure: failed }) {
      const attempt = sending.current;
      // The screen was left.
      if (attempt === undefined) return;
      if (failed.status === 401) {
        rememberSession(null);
        void navigate(loginAddress(pathname), { replace: true });
      } else if (failed.status === 400) setRefusal(failed.message);
      else {
        const shown = attempt.signal.aborted ? stopped : inWords(failed, wasOffline.current);
        setFailure(shown);
        if (shown.isUnanswered) void openIfSelected(attempt);
      }
    },
  });

  const accept = (isTicked: boolean) => {
    setAccepted(isTicked);
    if (!isTicked) sending.current?.abort();
  };

  return (
    <Form form={form} className={styles['form']} autoComplete="off">
      <Checkbox
        label="I accept that once selected I cannot change the project in future"
        name="accept"
        checked={isAccepted}
        onChange={(event) => accept(event.target.checked)}
      />
      <MessageRoom>
        {failure !== null && (
          <Notice tone="error" title={failure.title}>
            <p>{failure.text}</p>
          </Notice>
        )}
        {refused !== undefined && failure === null && (
          <Notice tone="error" title="The project was not selected">
            {refused.failure.message}
          </Notice>
        )}
      </MessageRoom>
      <Row className={styles['actions']}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          disabled={isHydrated && !isAccepted}
          busy={form.isBusy}
          className={styles['proceed']}
        >
          Proceed
        </Button>
      </Row>
      {refusal !== null && (
        <AlertDialog title="The project was not selected" onClose={() => setRefusal(null)}>
          <p>{refusal}</p>
        </AlertDialog>
      )}
    </Form>
  );
}
