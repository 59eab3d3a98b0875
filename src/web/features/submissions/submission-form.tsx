import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallError } from '../../lib/client.ts';
import { prepareResumable } from '../../lib/resumable-upload.ts';
import { useDraft, useFileDraft, useSaveStatus } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
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
  /** Stands above the other fields. */
  first?: ReactNode;
  /** Sent along with what the form holds. */
  extra?: Readonly<Record<string, string>>;
  hasLinks?: boolean;
  /** Words that refuse what is not worth sending; null sends it. Most forms leave this to the server. */
  refuse?: (comments: string, file: File | null) => string | null;
  /** Whether the form takes the focus when it appears. */
  takesFocus?: boolean;
  onReceipt: (answer: SubmitAnswer) => void;
  /** Something was cancelled which may have arrived all the same. */
  onCancelled: () => void;
};

/** Links, one file, comments, and what becomes of them. Everything typed and picked stays until there is a receipt. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { call, s_id, extra, hasLinks = true, onReceipt } = props;
  const keyOf = (field: string) => `${s_id} ${call} ${field}`;
  const [links, setLinks] = useDraft(keyOf('links'));
  const [comments, setComments] = useDraft(keyOf('comments'));
  const [file, setFile] = useFileDraft(keyOf('file'));
  const kept = useSaveStatus(keyOf('links'), keyOf('comments'), keyOf('file'));
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { state, send, goOn, pause, stop } = useSubmission(call, s_id, (answer) => {
    setLinks('');
    setComments('');
    setFile(null);
    onReceipt(answer);
  });
  const isSending = state.phase === 'sending';
  const failure = refusal ?? state.failure;

  useEffect(() => {
    if (props.takesFocus) form.current?.querySelector('textarea')?.focus();
  }, [props.takesFocus]);

  const content = { fields: { ...extra, ...(hasLinks && { links }), comments }, file };
  const atFirst = useRef(() => void goOn(content));
  useEffect(() => atFirst.current(), []);

  /** What is changed while it waits to be sent again is no longer what was meant to be sent. */
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      if (state.phase === 'waiting' || state.phase === 'paused') stop();
      set(value);
    };

  function submit(): void {
    const words = props.refuse?.(comments, file) ?? null;
    setRefusal(words === null ? null : new CallError(0, 'incomplete', words));
    if (words !== null) {
      const isMissingText = comments.trim() === '';
      form.current?.querySelector<HTMLElement>(isMissingText ? 'textarea' : 'input[type=file]')?.focus();
      return;
    }
    void send(content);
  }

  function pick(chosen: File | null): void {
    if (chosen !== null) prepareResumable();
    setFile(chosen);
  }
  const picker = <SubmissionFile file={file} onChange={edit(pick)} disabled={isSending} />;
  const words = (
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
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) submit();
        }}
      >
        {props.first !== undefined && <fieldset disabled={state.phase !== 'editing'}>{props.first}</fieldset>}
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
        {!hasLinks && words}
        {picker}
        {hasLinks && words}
        {failure !== null && (
          <SubmissionError
            failure={failure}
            isRepeating={state.phase === 'sending' || state.phase === 'waiting'}
          />
        )}
        {state.phase !== 'editing' && (
          <SubmissionProgress
            state={state}
            isKept={kept === 'saved'}
            onPause={pause}
            onResume={submit}
            onCancel={() => {
              stop();
              props.onCancelled();
            }}
          />
        )}
        <div className={styles['send']}>
          <Button type="submit" busy={isSending}>
            Submit
          </Button>
          <SaveStatusNote status={kept} />
        </div>
      </form>
    </Card>
  );
}
