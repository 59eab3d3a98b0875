import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { CallError } from '../../lib/client.ts';
import { prepareResumable } from '../../lib/resumable-upload.ts';
import { FormKey } from '../../lib/form-key.tsx';
import { useRefusedForm, useReturnedDraft } from '../../lib/refused-form.ts';
import { useDraftsOpen, useFileDraft, useSaveStatus } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { SaveStatusNote } from '../../ui/save-status-note.tsx';
import type { SubmitAnswer, SubmissionCall } from './submit.ts';
import { SubmissionFile } from './submission-file.tsx';
import styles from './submission-form.module.css';
import { SubmissionProgress } from './submission-progress.tsx';
import { SubmissionError } from './submission-error.tsx';
import { useSubmission } from './use-submission.ts';

export type SubmissionFormProps = {
  call: SubmissionCall;
  s_id: string;
  /** Rendered above the other fields. */
  before?: ReactNode;
  /** The screen that takes the form without its script; by default the one that is open. */
  action?: string;
  /** Additional fields to send. */
  extra?: Readonly<Record<string, string>>;
  hasLinks?: boolean;
  /** Client-side validation: an error message, or null to send. Most forms leave it to the server. */
  validate?: (comments: string, file: File | null) => string | null;
  /** Whether the form takes the focus when it appears. */
  takesFocus?: boolean;
  onReceipt: (answer: SubmitAnswer) => void;
  /** A submission was cancelled that may have arrived all the same. */
  onCancelled: () => void;
};

/** The submission form: links, one file, comments, progress. Everything stays in the form until there is a receipt. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { call, s_id, extra, hasLinks = true, onReceipt } = props;
  const keyOf = (field: string) => `${s_id} ${call} ${field}`;
  const { pathname } = useLocation();
  const refused = useRefusedForm();
  const [refusal, setRefusal] = useState(refused?.failure ?? null);
  const [links, setLinks] = useReturnedDraft(keyOf('links'), refused?.values['links']);
  const [comments, setComments] = useReturnedDraft(keyOf('comments'), refused?.values['comments']);
  const [file, setFile] = useFileDraft(keyOf('file'));
  const saveStatus = useSaveStatus(keyOf('links'), keyOf('comments'), keyOf('file'));
  const [invalid, setInvalid] = useState<CallError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { state, send, resume, pause, cancel } = useSubmission(call, s_id, (answer) => {
    setLinks('');
    setComments('');
    setFile(null);
    onReceipt(answer);
  });
  const isSending = state.phase === 'sending';
  const failure = invalid ?? state.failure ?? refusal;

  useEffect(() => {
    if (props.takesFocus) form.current?.querySelector('textarea')?.focus();
  }, [props.takesFocus]);

  const content = { fields: { ...extra, ...(hasLinks && { links }), comments }, file };
  const isDraftsOpen = useDraftsOpen();
  const resumeInterrupted = useEffectEvent(() => void resume(content));
  useEffect(() => {
    if (isDraftsOpen) resumeInterrupted();
  }, [isDraftsOpen]);

  /** An edit while a retry is pending cancels it: the content is no longer what was submitted. */
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      if (state.phase === 'waiting' || state.phase === 'paused') cancel();
      set(value);
    };

  function submit(): void {
    setRefusal(null);
    const message = props.validate?.(comments, file) ?? null;
    setInvalid(message === null ? null : new CallError(0, 'incomplete', message));
    if (message !== null) {
      const isMissingText = comments.trim() === '';
      form.current?.querySelector<HTMLElement>(isMissingText ? 'textarea' : 'input[type=file]')?.focus();
      return;
    }
    void send(content);
  }

  function chooseFile(chosen: File | null): void {
    if (chosen !== null) prepareResumable();
    setFile(chosen);
  }
  const fileField = <SubmissionFile file={file} onChange={edit(chooseFile)} disabled={isSending} />;
  const commentsField = (
    <TextArea
      label="Comments"
      name="comments"
      rows={4}
      readOnly={isSending}
      value={comments}
      onChange={(event) => edit(setComments)(event.target.value)}
    />
  );
  return (
    <Card>
      <form
        ref={form}
        method="post"
        action={props.action ?? pathname}
        encType="multipart/form-data"
        noValidate
        autoComplete="off"
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) submit();
        }}
      >
        <FormKey of="hand-in" />
        {props.before !== undefined && (
          <fieldset disabled={state.phase !== 'editing'}>{props.before}</fieldset>
        )}
        {hasLinks && (
          <TextArea
            label="Links"
            hint="Your repository, a running copy, a document. One a line."
            name="links"
            rows={2}
            inputMode="url"
            spellCheck={false}
            readOnly={isSending}
            value={links}
            onChange={(event) => edit(setLinks)(event.target.value)}
          />
        )}
        {!hasLinks && commentsField}
        {fileField}
        {hasLinks && commentsField}
        <MessageRoom>
          {failure !== null && (
            <SubmissionError
              failure={failure}
              hasLostFile={failure === refusal}
              isRetrying={state.phase === 'sending' || state.phase === 'waiting'}
            />
          )}
        </MessageRoom>
        <div className={styles['actions']}>
          <Button type="submit" busy={isSending}>
            Submit
          </Button>
          <SaveStatusNote status={saveStatus} />
        </div>
        {state.phase !== 'editing' && (
          <SubmissionProgress
            state={state}
            isSaved={saveStatus === 'saved'}
            onPause={pause}
            onResume={submit}
            onCancel={() => {
              cancel();
              props.onCancelled();
            }}
          />
        )}
      </form>
    </Card>
  );
}
