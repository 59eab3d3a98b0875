import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Task } from '#contract/dates';
import { CallError } from '../../../lib/calls/client.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import type { Timeline } from '#contract/submissions/calls';
import type { SubmissionCall, SubmitAnswer } from '../../../lib/outbox/queued-request.ts';
import { prepareResumable } from '../../../lib/outbox/send-submission.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useReturnedDraft, useDraftsOpen, useSaveStatus } from '../../../lib/forms/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { SaveStatusNote } from '../../../ui/notice.tsx';
import { DeclarationFields, useDeclared } from './declaration-fields.tsx';
import { SubmissionFile, SubmissionProgress, SubmissionError } from './form-parts.tsx';
import styles from './submission-form.module.css';
import { usePack } from './packing/use-pack.ts';
import { useFilesDraft, completeLinks, useSubmission } from './use-submission.ts';
import { submissionDraft } from '../../../lib/stored-names/student.ts';

export type SubmissionFormProps = {
  call: SubmissionCall;
  task: Task;
  s_id: string;
  /** Chooses which of its tasks the form is for. */
  first?: ReactNode;
  /** Beside or below it, before the fields. */
  about?: ReactNode;
  /** The screen that takes the form without script; the open one by default. */
  action?: string;
  extra?: Readonly<Record<string, string>>;
  hasLinks?: boolean;
  /** Asked of the batch. */
  declaration: Timeline['declaration'];
  /** An error message, or null to send. Most forms leave it to the server. */
  validate?: (comments: string, file: File | null) => string | null;
  /** When it appears. */
  takesFocus?: boolean;
  onReceipt: (answer: SubmitAnswer) => void;
  /** It may have arrived. */
  onCancelled: () => void;
  onReturned?: () => void;
};

/** Queues a submission in the outbox, and shows one until there is a receipt, whichever page queued it. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { call, task, s_id, extra, hasLinks = true, onReceipt } = props;
  const draftKey = (field: string) => submissionDraft(s_id, call, field);
  const { pathname } = useLocation();
  const refused = useRefusedForm();
  const [refusal, setRefusal] = useState(refused?.failure ?? null);
  const [typedLinks, setLinks] = useReturnedDraft(draftKey('links'), refused?.values['links']);
  const [typedComments, setComments] = useReturnedDraft(draftKey('comments'), refused?.values['comments']);
  const [pickedFiles, setFiles] = useFilesDraft(draftKey('file'));
  const saveStatus = useSaveStatus(
    ...['links', 'comments', 'file', 'declared', 'ai_use', 'ai_text'].map(draftKey),
  );
  const [invalid, setInvalid] = useState<CallError | null>(null);
  const shell = useForm({
    name: 'hand-in',
    action: props.action ?? pathname,
    keepsFields: true,
    isReady,
    send: submit,
  });
  const form = shell.attributes.ref;
  const isEmpty = useDraftsOpen() && saveStatus === 'nothing';
  const submission = useSubmission({ call, s_id, task, draftKey }, isEmpty, onReceipt);
  const { state, content: waiting } = submission;
  const declared = useDeclared(props.declaration, { task, draftKey, waiting: waiting?.fields });
  const files = waiting?.picked ?? pickedFiles;
  const pack = usePack(files, task, waiting?.file ?? null);
  const [isPacking, setPacking] = useState(false);
  const isSending = state.phase === 'sending' || isPacking;
  const failure = invalid ?? submission.failure ?? refusal;
  const links = waiting?.fields['links'] ?? typedLinks;
  const comments = waiting?.fields['comments'] ?? typedComments;

  useEffect(() => {
    if (props.takesFocus) form.current?.querySelector('textarea')?.focus();
  }, [form, props.takesFocus]);

  const { isReturned } = submission;
  const onReturned = useEffectEvent(() => props.onReturned?.());
  useEffect(() => {
    if (isReturned) onReturned();
  }, [isReturned]);

  /** An edit withdraws a waiting submission: it is no longer what was submitted. */
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      if (waiting !== null) {
        setLinks(links);
        setComments(comments);
        setFiles(files);
        declared.keep();
        submission.replace();
      }
      set(value);
    };

  function isReady(): boolean {
    if (isSending) return false;
    setRefusal(null);
    const message = props.validate?.(comments, files[0] ?? null) ?? null;
    setInvalid(message === null ? null : new CallError(0, 'incomplete', message));
    if (message !== null) {
      const isMissingText = comments.trim() === '';
      form.current?.querySelector<HTMLElement>(isMissingText ? 'textarea' : 'input[type=file]')?.focus();
      return false;
    }
    return waiting !== null || declared.isComplete(form);
  }

  async function submit(): Promise<void> {
    const fields = { ...extra, ...(hasLinks && { links }), comments, ...declared.fields };
    if (files.length < 2 || waiting !== null)
      return submission.send({ fields, file: files[0] ?? null, picked: files });
    setPacking(true);
    const file = await pack.whenReady();
    setPacking(false);
    if (file === null) form.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
    else await submission.send({ fields, file, picked: files });
  }

  function chooseFiles(chosen: readonly File[]): void {
    if (chosen.length > 0) prepareResumable();
    setFiles(chosen);
  }
  const linksField = (
    <TextArea
      label="Links"
      hint="Repository, demo or document. One link per line."
      name="links"
      rows={2}
      inputMode="url"
      spellCheck={false}
      readOnly={isSending}
      value={links}
      onChange={(event) => edit(setLinks)(event.target.value)}
      onBlur={() => {
        const completed = completeLinks(links);
        if (completed !== links && !isSending) edit(setLinks)(completed);
      }}
    />
  );
  const commentsField = (
    <TextArea
      label="Comments"
      name="comments"
      rows={3}
      readOnly={isSending}
      value={comments}
      onChange={(event) => edit(setComments)(event.target.value)}
    />
  );
  return (
    <Card className={styles['card']}>
      <Form
        form={shell}
        encType="multipart/form-data"
        noValidate
        autoComplete="off"
        className={styles['form']}
      >
        <div className={styles['about']}>
          {props.first !== undefined && (
            <fieldset disabled={isSending} className={styles['choice']}>
              {props.first}
            </fieldset>
          )}
          {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
          {props.about}
        </div>
        {hasLinks ? linksField : commentsField}
        <SubmissionFile files={files} pack={pack} onChange={edit(chooseFiles)} disabled={isSending} />
        {hasLinks && commentsField}
        <DeclarationFields declared={declared} edit={edit} disabled={isSending} />
        <MessageRoom>
          {failure !== null && (
            <SubmissionError
              failure={failure}
              hasLostFile={failure === refusal}
              isRetrying={state.phase === 'sending' || state.phase === 'waiting'}
              isKept={state.isKept}
            />
          )}
        </MessageRoom>
        <div className={styles['actions']}>
          <Button type="submit" busy={isSending}>
            Submit
          </Button>
          {waiting === null && <SaveStatusNote status={saveStatus} />}
        </div>
        {state.phase !== 'editing' && (
          <SubmissionProgress
            state={state}
            onPause={submission.pause}
            onResume={() => shell.submit()}
            onCancel={() => {
              submission.cancel();
              props.onCancelled();
            }}
          />
        )}
      </Form>
    </Card>
  );
}
