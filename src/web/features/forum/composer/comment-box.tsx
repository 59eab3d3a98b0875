import { useId, useRef } from 'react';
import { namesOfFilesNote } from '#contract/forum/attachment-marks';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { useReturnedRequest } from '../../../lib/outbox/use-outbox.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { usePostedForm } from '../../../lib/forms/refused-form.ts';
import { useReturnedDraft, useSaveStatus } from '../../../lib/forms/use-draft.ts';
import { useEnterSends } from '../../../lib/forms/use-enter-sends.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import { SaveStatusNote } from '../../../ui/notice.tsx';
import { useTypedBeforeHydration } from '../../../ui/use-typed-before-hydration.ts';
import { useAttach } from '../attachments/attach.tsx';
import type { SendFile } from '../attachments/attachments.ts';
import { DiscussionError } from '../discussion-states.tsx';
import styles from './composer.module.css';
import { usePreview } from './preview.tsx';
import { useMentions } from './use-mentions.tsx';

/** Enter sends; the button is for touch. */
export function CommentBox({
  questionId,
  draftKey,
  isSolved,
  isAnonymous,
  refused,
  hidden = {},
  onSend,
  onAttach,
}: {
  questionId: string;
  draftKey: string;
  isSolved: boolean;
  /** Below the reader's own anonymous question: classmates do not see the name. */
  isAnonymous: boolean;
  refused: QueuedRequest | undefined;
  /** Sent with it where the page's script is not loaded yet. */
  hidden?: Fields | undefined;
  onSend: (text: string, draft: Readonly<Record<string, string>>) => Promise<unknown>;
  onAttach: SendFile;
}) {
  const refusedForm = usePostedForm({ questionId });
  const refusedText = refusedForm?.values['answer'];
  const [text, setText] = useReturnedDraft(draftKey, refusedText);
  const saveStatus = useSaveStatus(draftKey);
  const returned = useReturnedRequest(refused, text === '');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    name: 'comment',
    target: { questionId },
    hidden,
    keepsFields: true,
    isReady: () => text.trim() !== '' && !attach.isAwaited(),
    async send() {
      returned.setFailure(null);
      await onSend(text.trim(), { [draftKey]: text });
      setText('');
    },
  });
  const { isBusy } = form;
  const shownError =
    (isBusy ? undefined : form.refused?.failure) ??
    (text === refusedText ? refusedForm?.failure : returned.failure) ??
    null;
  const attach = useAttach({ form: form.attributes.ref, text, onChange: setText, onAttach, isIcon: true });
  useTypedBeforeHydration<HTMLTextAreaElement>(id, ({ target }) => attach.setWords(target.value));
  const warns = isSolved && text.trim() !== '';
  const preview = usePreview(text);
  const mentions = useMentions(field, attach.words, attach.setWords);
  // On-screen keyboards report Enter differently.
  const keys = useEnterSends(field, () => {
    if (!mentions.take()) form.submit();
  });
  return (
    <Form form={form} className={styles['comment']} autoComplete="off" {...attach.events}>
      <label htmlFor={id} className="visually-hidden">
        Add a comment
      </label>
      <div className={styles['row']}>
        <textarea
          ref={field}
          hidden={preview.hide}
          id={id}
          name="answer"
          className={styles['line']}
          rows={1}
          placeholder="Add a comment"
          enterKeyHint="send"
          readOnly={isBusy}
          aria-describedby={warns ? `${id}-solved` : undefined}
          value={attach.words}
          onChange={(event) => attach.setWords(event.target.value)}
          {...mentions.props}
          {...keys}
          onKeyDown={(event) => {
            if (!mentions.onKeyDown(event)) keys.onKeyDown(event);
          }}
        />
        {preview.shown}
        {attach.button}
        <button type="submit" className={styles['send']} aria-disabled={isBusy || undefined}>
          Send<span className="visually-hidden"> the comment</span>
        </button>
      </div>
      {mentions.list}
      {attach.list}
      {(preview.button !== false || saveStatus !== 'nothing') && (
        <Row gap={2}>
          {preview.button}
          {saveStatus !== 'nothing' && <SaveStatusNote status={saveStatus} />}
        </Row>
      )}
      {isAnonymous && text.trim() !== '' && (
        <Small>
          {`You asked anonymously. Classmates see this comment as “Anonymous” as well. ${namesOfFilesNote(text)}`}
        </Small>
      )}
      {warns && (
        <Small id={`${id}-solved`}>
          This question is solved. If you have another question, please ask it separately.
        </Small>
      )}
      {shownError !== null && <DiscussionError error={shownError} />}
    </Form>
  );
}
