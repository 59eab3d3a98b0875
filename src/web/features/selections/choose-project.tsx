import { useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { isoInstant } from '#contract/dates';
import { messages } from '#contract/messages';
import { waitingReason } from '../../lib/call-error.ts';
import { call, CallError, errorMessage } from '../../lib/client.ts';
import { useIsHydrated } from '../../lib/page-time.ts';
import { useRefusedForm } from '../../lib/refused-form.ts';
import { loginAddress, rememberSession } from '../../lib/session.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ResendNotice } from '../../ui/resend-notice.tsx';
import styles from './choose-project.module.css';

/** Selects the project. The server ignores the names and the start date that are sent. */
async function selectProject(user: CurrentUser, project: { id: string; name: string }) {
  const body = {
    sp_id: user.s_id,
    sp_name: user.s_name,
    p_id: project.id,
    p_name: project.name,
    start_date: isoInstant(Date.now()),
  };
  return call('selectProject', { body });
}

/** The checkbox, Back and Proceed (specification, sections 2, 4, 5 and 8). */
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
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { send, waiting, stop } = useSend();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!isAccepted) return setRefusal(messages.acceptTerms);
    setBusy(true);
    setError(null);
    try {
      // 201 for a new selection, 200 for an existing one: both lead to the dashboard.
      let hasRepeated = false;
      const { message, sp_id, p_id } = await send((isRepeat) => {
        hasRepeated = isRepeat;
        return selectProject(user, project);
      });
      // What a repetition finds chosen already was chosen by the attempt before it.
      const notice = hasRepeated && p_id === project.id ? messages.projectSelected : message;
      await navigate('/ProjectDashboard1', { state: { s_id: sp_id, p_id, notice } });
    } catch (error) {
      setBusy(false);
      if (error instanceof CallError && error.status === 401) {
        rememberSession(null);
        await navigate(loginAddress(pathname), { replace: true });
      } else if (error instanceof CallError && error.status === 400) setRefusal(error.message);
      else setError(errorMessage(error));
    }
  };

  return (
    <form
      method="post"
      className={styles['form']}
      autoComplete="off"
      onSubmit={(event) => void submit(event)}
    >
      <Checkbox
        label="I accept that once selected I cannot change the project in future"
        name="accept"
        checked={isAccepted}
        onChange={(event) => setAccepted(event.target.checked)}
      />
      <MessageRoom>
        {waiting !== null && <ResendNotice {...waitingReason(waiting)} onStop={stop} />}
        {error !== null && (
          <Notice tone="error" title="Your project was not selected">
            <p>{`${error} Your tick is kept: you can press Proceed again.`}</p>
          </Notice>
        )}
        {refused !== undefined && error === null && waiting === null && (
          <Notice tone="error" title="The project was not selected">
            {refused.failure.message}
          </Notice>
        )}
      </MessageRoom>
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          disabled={isHydrated && !isAccepted}
          busy={isBusy}
          className={styles['proceed']}
        >
          Proceed
        </Button>
      </div>
      {refusal !== null && (
        <AlertDialog title="The project was not selected" onClose={() => setRefusal(null)}>
          <p>{refusal}</p>
        </AlertDialog>
      )}
    </form>
  );
}
