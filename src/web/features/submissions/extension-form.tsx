import { useEffect, useState } from 'react';
import { limits } from '#contract/limits';
import { extensionAddress, taskScreen } from '#contract/screens';
import type { ExtensionRequest } from '#contract/submissions/extension-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { checkMarked } from '../../lib/field-errors.ts';
import { useReturnedDraft, useSaveStatus } from '../../lib/forms/use-draft.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { takeBack } from '../../lib/outbox/take-back.ts';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { isUnkept } from '../../lib/outbox/request-store.ts';
import {
  useClaim,
  useFraction,
  useRequestFiles,
  useRequests,
  useReturnedRequest,
  useSent,
} from '../../lib/outbox/use-outbox.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { SaveStatusNote } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { formatDay } from '../../ui/time-format.ts';
import { WaitsNotice } from '../accounts/waits-notice.tsx';
import { useFilesDraft } from './form/use-submission.ts';
import styles from './tasks.module.css';
import { subjects } from '../../lib/stored-names/offline.ts';
import { extensionDrafts } from '../../lib/stored-names/student.ts';

/** A day without a time. */
const dayText = (day: string) => formatDay(Date.parse(`${day}T00:00:00Z`), { name: 'UTC' });

type Content = { until: string; reason: string; file: File | null };

/** Why it is not sent yet. */
function Waiting({
  queued,
  content: { until, reason, file },
  isMove,
}: {
  queued: QueuedRequest;
  content: Content;
  isMove: boolean;
}) {
  return (
    <Card className={styles['asking']}>
      <Stack gap={4}>
        <dl>
          <Fact name={isMove ? 'You can come from' : 'New due date'}>{dayText(until)}</Fact>
          <Fact name="Why you need it">
            <LinkedText text={reason} />
          </Fact>
          {file !== null && <Fact name="File">{`${file.name} (${formatBytes(file.size)})`}</Fact>}
        </dl>
        {queued.failure !== null && (
          <WaitsNotice failure={queued.failure} isKept={!isUnkept(queued.id)} what="request">
            <Button variant="secondary" small onClick={() => void takeBack(queued)}>
              Do not send it
            </Button>
          </WaitsNotice>
        )}
      </Stack>
    </Card>
  );
}

type Props = {
  task: TimelineTask;
  /** Up to so many days are granted at once. */
  days: number | undefined;
  /** It asks for another viva time, from a day on. */
  isMove?: boolean;
  s_id: string;
  /** Whichever page sent it. */
  onSent: (request: ExtensionRequest) => void;
};

/** Queues a request with its file in the outbox; a refused one becomes a draft again. */
export function ExtensionForm({ task: { task }, days, isMove = false, s_id, onSent }: Props) {
  const subject = subjects.extension(task);
  const queued = useRequests(subject)[0];
  useClaim(subject);
  const { isReturned, failure, setFailure } = useReturnedRequest(queued);
  useSent((sent, answer) => {
    const request = (answer as { extension_request?: ExtensionRequest } | undefined)?.extension_request;
    if (sent.subject !== subject || request === undefined) return false;
    onSent(request);
    return true;
  });
  const form = useForm({
    hidden: { task, ...(task === 'viva' && { is_move: String(isMove) }) },
    keepsFields: true,
    posted: useRefusedForm(),
    isReady,
    send,
  });
  const { reason: key, until: untilKey, file: fileKey } = extensionDrafts(s_id, task);
  const [typedReason, setReason] = useReturnedDraft(key, form.values?.['reason']);
  const [typedUntil, setUntil] = useReturnedDraft(untilKey, form.values?.['until']);
  const [files, setFiles] = useFilesDraft(fileKey);
  const saveStatus = useSaveStatus(key, untilKey, fileKey);
  const [fileError, setFileError] = useState('');
  const { ref } = form.attributes;
  useEffect(() => {
    if (failure !== null) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [ref, failure]);
  const sent = useRequestFiles(queued);
  const fraction = useFraction(queued?.id);
  const isBusy = queued?.state === 'waiting' && !isReturned;
  const { until, reason, file }: Content = isBusy
    ? { ...(queued.body as Pick<Content, 'until' | 'reason'>), file: sent.file }
    : { until: typedUntil, reason: typedReason, file: files[0] ?? null };
  if (isBusy && queued.failure !== null)
    return <Waiting queued={queued} content={{ until, reason, file }} isMove={isMove} />;

  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setFailure(null);
      set(value);
    };
  const errorAt = (name: string) =>
    failure === null ? form.errorAt(name) : failure.fields?.find((field) => field.name === name)?.message;
  const isMarked = (failure?.fields ?? []).length > 0;

  function isReady(): boolean {
    const isTooLarge = (file?.size ?? 0) > limits.attachmentPictureBytes;
    setFileError(isTooLarge ? 'This file is too large. It can have at most 5 MB.' : '');
    return !isTooLarge && !isBusy;
  }
  async function send(): Promise<void> {
    setFailure(null);
    await queueRequest({
      call: 'askExtension',
      params: { s_id },
      body: { task, until, reason, ...(task === 'viva' && { is_move: isMove }) },
      subject,
      label: { task, to: extensionAddress(task) },
      drafts: { [key]: reason, [untilKey]: until },
      file,
      ...(file !== null && { fileDraft: fileKey }),
    });
  }

  return (
    <Card className={styles['asking']}>
      <ActionForm
        form={{
          ...form,
          failure: failure === null ? form.failure : isMarked ? checkMarked : failure.message,
          isBusy,
        }}
        encType="multipart/form-data"
        button="Send request"
        gap={4}
        variant="primary"
        further={
          <>
            <ButtonLink to={taskScreen(task)} variant="quiet">
              Cancel
            </ButtonLink>
            {!isBusy && <SaveStatusNote status={saveStatus} />}
          </>
        }
      >
        <TextField
          label={isMove ? 'From which day can you come?' : 'New due date'}
          name="until"
          type="date"
          value={until}
          error={errorAt('until')}
          readOnly={isBusy}
          onChange={({ target }) => edit(setUntil)(target.value)}
          required
          hint={
            isMove
              ? 'We hold two free times for you for a day, if there are any. The office decides.'
              : days === undefined
                ? 'Your mentors can grant a different day.'
                : `Your first request is granted at once, up to ${days} ${days === 1 ? 'day' : 'days'} after the due date.`
          }
        />
        <TextArea
          label="Why do you need it?"
          name="reason"
          value={reason}
          error={errorAt('reason')}
          readOnly={isBusy}
          onChange={({ target }) => edit(setReason)(target.value)}
          rows={4}
          required
          maxLength={limits.reason}
          hint="Only you, your mentors and the office can read this."
        />
        <FileField
          label="File (optional)"
          hint="For example a photo of a letter. Pictures up to 5 MB, text files up to 1 MB."
          name="files"
          accept="image/png,image/jpeg,image/webp,image/gif,text/plain"
          error={fileError || errorAt('file')}
          file={file}
          disabled={isBusy}
          onChange={(picked) => {
            setFileError('');
            edit(setFiles)(picked === null ? [] : [picked]);
          }}
        />
        {isBusy && file !== null && fraction !== undefined && (
          <ProgressBar label="Sending the file" percent={fraction * 100} />
        )}
      </ActionForm>
    </Card>
  );
}
