import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { PostFormat } from '#contract/forum/calls';
import type { CallFailure } from '../../../lib/calls/call-error.ts';
import type { SaveStatus } from '../../../lib/forms/drafts.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useIsHydrated } from '../../../lib/page/page-time.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { SaveStatusNote } from '../../../ui/notice.tsx';
import { useAttach } from '../attachments/attach.tsx';
import type { SendFile } from '../attachments/attachments.ts';
import { DiscussionError } from '../discussion-states.tsx';
import styles from './composer.module.css';
import { usePreview } from './preview.tsx';
import { useMentions } from './use-mentions.tsx';

/** Works without script. */
function FormattingHelp() {
  return (
    <details className={styles['help']}>
      <summary data-plain title="Formatting help">
        <span className="visually-hidden">Formatting help</span>
        <span aria-hidden="true">?</span>
      </summary>
      <Stack as="ul" gap={2}>
        <li>
          <code>**strong**</code>, <code>*emphasis*</code>, <code>- list</code>,{' '}
          <code>[link](https://…)</code>, <code>`code`</code>
        </li>
        <li>
          Put code between the lines <code>```js</code> and <code>```</code>.
        </li>
        <li>Paste or drop a picture or a log to attach it.</li>
        <li>
          <kbd>Ctrl</kbd> + <kbd>Enter</kbd> sends the text.
        </li>
      </Stack>
    </details>
  );
}

/** For a question's text, new or edited. Text that is empty after trimming is not sent. */
export function Composer({
  label,
  action,
  text,
  format = 'markdown',
  name,
  target,
  hidden,
  failure,
  saveStatus,
  options,
  onChange,
  onSend,
  onAttach,
  isChanged = false,
  onCancel,
  onRestore,
  line,
}: {
  label: string;
  action: string;
  text: string;
  format?: PostFormat;
  /** As `useForm` takes them, for a form posted before hydration. */
  name?: string;
  target?: Fields;
  hidden?: Fields;
  /** Why that form was refused. */
  failure?: CallFailure | null | undefined;
  saveStatus: SaveStatus;
  options?: ReactNode;
  onChange: (text: string) => void;
  onSend: (text: string) => Promise<unknown>;
  onAttach: SendFile;
  /** Whether an edit has unsent changes: Escape then leaves the field without closing the edit. */
  isChanged?: boolean;
  /** While editing: a button, and Escape without changes, cancel; the text area takes focus. */
  onCancel?: () => void;
  onRestore?: (() => void) | undefined;
  /** One line until it has focus. */
  line?: { placeholder: string; isOpen: boolean; onOpen: (isOpen: boolean) => void };
}) {
  const isHydrated = useIsHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const form = useForm({
    ...(name !== undefined && { name }),
    ...(target !== undefined && { target: target }),
    ...(hidden !== undefined && { hidden }),
    keepsFields: true,
    isReady() {
      if (text.trim() === '') field.current?.focus();
      return text.trim() !== '' && !attach.isAwaited();
    },
    send: async () => void (await onSend(text.trim())),
  });
  const { isBusy } = form;
  const { ref } = form.attributes;
  const attach = useAttach({ form: ref, text, onChange, onAttach });
  const mentions = useMentions(field, attach.words, attach.setWords);
  const shownError = (isBusy ? undefined : form.refused?.failure) ?? failure ?? null;
  const isEditing = onCancel !== undefined;
  useEffect(() => {
    const textArea = isEditing ? ref.current?.querySelector('textarea') : null;
    // Before hydration somebody may have begun to type.
    if (textArea == null || textArea === document.activeElement) return;
    textArea.focus();
    textArea.setSelectionRange(textArea.value.length, textArea.value.length);
  }, [ref, isEditing]);

  const preview = usePreview(text, format);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'Escape' && !event.nativeEvent.isComposing) {
      if (isChanged) cancelButton.current?.focus();
      else onCancel?.();
      if (line?.isOpen) {
        field.current?.blur();
        line.onOpen(false);
      }
    }
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.submit();
    }
  };
  return (
    <Form
      form={form}
      className={styles['composer']}
      data-line={line === undefined ? undefined : line.isOpen ? 'open' : isHydrated ? 'closed' : 'early'}
      autoComplete="off"
      {...attach.events}
    >
      <div hidden={preview.hide} className={styles['field']}>
        <TextArea
          ref={field}
          label={label}
          name="question"
          rows={3}
          placeholder={line?.placeholder}
          readOnly={isBusy}
          value={attach.words}
          {...mentions.props}
          onFocus={() => line?.onOpen(true)}
          onKeyDown={(event) => {
            if (!mentions.onKeyDown(event)) onKeyDown(event);
          }}
          onChange={(event) => {
            // It closes after a post and keeps the focus.
            line?.onOpen(true);
            attach.setWords(event.target.value);
          }}
        />
        {mentions.list}
      </div>
      <div className={styles['rest']}>
        {preview.shown}
        {attach.list}
        {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
        {options}
        <MessageRoom>{shownError !== null && <DiscussionError error={shownError} />}</MessageRoom>
      </div>
      <div className={styles['actions']}>
        <Button type="submit" busy={isBusy} onKeyDown={onKeyDown}>
          {action}
        </Button>
        {onCancel && (
          <Button ref={cancelButton} variant="quiet" onClick={onCancel} onKeyDown={onKeyDown}>
            Cancel
          </Button>
        )}
        {onRestore && (
          <Button variant="quiet" onClick={onRestore}>
            Restore what you typed
          </Button>
        )}
        {attach.button}
        {preview.button}
        <FormattingHelp />
        <SaveStatusNote status={saveStatus} />
      </div>
    </Form>
  );
}
