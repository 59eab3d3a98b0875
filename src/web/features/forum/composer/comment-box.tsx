import { useId, useRef } from 'react';
import { namesOfFilesNote } from '#contract/forum/attachment-marks';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { useReturnedRequest } from '../../../lib/outbox/use-outbox.ts';
import { useRefusedForm, useReturnedDraft } from '../../../lib/forms/refused-form.ts';
import { useSaveStatus } from '../../../lib/forms/use-draft.ts';
import { useEnterSends } from '../../../lib/forms/use-enter-sends.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { SaveStatusNote } from '../../../ui/save-status-note.tsx';
import { useTypedBeforeHydration } from '../../../ui/use-typed-before-hydration.ts';
import { useAttach } from '../attachments/attach.tsx';
import type { SendFile } from '../attachments/send-file.ts';
import styles from './comment-box.module.css';
import { DiscussionError } from '../discussion-error.tsx';
import { usePreview } from './preview.tsx';
import { useMentions } from './use-mentions.tsx';

/** The comment composer: Enter sends, Shift+Enter starts a new line; the button is for touch. */
export function CommentBox({
  questionId,
  draftKey,
  isSolved,
  isAnonymous,
  refused,
  onSend,
  onAttach,
}: {
  questionId: string;
  draftKey: string;
  /** Whether an answer is marked. */
  isSolved: boolean;
  /** Below the reader's own anonymous question: classmates do not see the name. */
  isAnonymous: boolean;
  refused: QueuedRequest | undefined;
  onSend: (text: string, draft: Readonly<Record<string, string>>) => Promise<unknown>;
  onAttach: SendFile;
}) {
  const form = useRefusedForm();
  const posted = form?.values['questionId'] === questionId ? form.values['answer'] : undefined;
  const [text, setText] = useReturnedDraft(draftKey, posted);
  const saveStatus = useSaveStatus(draftKey);
  const { isBusy, error, run } = useMutation();
  const returned = useReturnedRequest(refused, text === '');
  const shownError = error ?? (text === posted ? (form?.failure ?? null) : returned.failure);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useTypedBeforeHydration<HTMLTextAreaElement>(id, ({ target }) => setText(target.value));
  const box = useRef<HTMLFormElement>(null);
  const attach = useAttach({ form: box, text, onChange: setText, onAttach, isIcon: true });
  const send = async () => {
    const trimmed = text.trim();
    if (trimmed === '' || attach.isAwaited()) return;
    await run(async () => {
      returned.setFailure(null);
      await onSend(trimmed, { [draftKey]: text });
      setText('');
    });
  };
  const warns = isSolved && text.trim() !== '';
  const preview = usePreview(text);
  const mentions = useMentions(field, text, setText);
  // On-screen keyboards report Enter differently.
  const keys = useEnterSends(field, () => {
    if (!mentions.take()) void send();
  });
  return (
    <form
      ref={box}
      method="post"
      className={styles['form']}
      autoComplete="off"
      {...attach.events}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FormKey of={`comment-${questionId}`} />
      <input type="hidden" name="questionId" value={questionId} />
      <label htmlFor={id} className="visually-hidden">
        Add a comment
      </label>
      <div className={styles['row']}>
        <textarea
          ref={field}
          hidden={preview.hide}
          id={id}
          name="answer"
          className={styles['text']}
          rows={1}
          placeholder="Add a comment"
          enterKeyHint="send"
          readOnly={isBusy}
          aria-describedby={warns ? `${id}-solved` : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...mentions.props}
          {...keys}
          onKeyDown={(event) => {
            if (!mentions.onKeyDown(event)) keys.onKeyDown(event);
          }}
        />
        {preview.shown}
        {attach.button}
        <button type="submit" className={styles['send']} aria-disabled={isBusy || undefined}>
          <span className="visually-hidden">Send the comment</span>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path
              d="M10 16V4m0 0L5 9m5-5 5 5"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </button>
      </div>
      {mentions.list}
      {attach.list}
      {(preview.button !== false || saveStatus !== 'nothing') && (
        <div className={styles['below']}>
          {preview.button}
          {saveStatus !== 'nothing' && <SaveStatusNote status={saveStatus} />}
        </div>
      )}
      {isAnonymous && text.trim() !== '' && (
        <p className={styles['solved']}>
          {`You asked anonymously. Classmates see this comment as “Anonymous” as well. ${namesOfFilesNote(text)}`}
        </p>
      )}
      {warns && (
        <p id={`${id}-solved`} className={styles['solved']}>
          This question is solved. If you have another question, please ask it separately.
        </p>
      )}
      {shownError !== null && <DiscussionError of={shownError} />}
    </form>
  );
}
