import { useState, type FormEvent } from 'react';
import type { Brief } from '#contract/projects/brief-calls';
import { limits } from '#contract/limits';
import { CallError, call, errorMessage } from '../../../lib/calls/client.ts';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { clearScreenMessage, tellScreen } from '../../../lib/screen-message.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../../lib/forms/use-press-key.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './brief-form.module.css';

/** The brief of one task of a project: what it says, and a form to change it. */
export function BriefForm({ p_id, userId, stored }: { p_id: string; userId: string; stored: Brief }) {
  const { task } = stored;
  const refused = useRefusedForm();
  const posted = refused?.values['task'] === task ? refused : undefined;
  const [brief, setBrief] = useState(stored);
  // The text on which what is typed is based; others may have written another one since.
  const [original, setOriginal] = useState((posted?.current as Brief | undefined)?.text ?? stored.text);
  const [theirs, setTheirs] = useState((posted?.current as Brief | undefined)?.text ?? null);
  const [typed, setTyped] = useDraft(`${userId} brief of ${p_id} ${task}`, posted?.values['text'] ?? '');
  const [isTouched, setTouched] = useState(posted !== undefined);
  const text = isTouched || typed !== '' ? typed : brief.text;
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    clearScreenMessage();
    void run(async () => {
      try {
        const body = { text: text.trim(), original };
        const idempotencyKey = keyOf(JSON.stringify(body));
        const saved = await call('setBrief', { params: { p_id, task }, body, idempotencyKey });
        keyOf('');
        setBrief(saved);
        setOriginal(saved.text);
        setTheirs(null);
        setTouched(false);
        setTyped('');
        tellScreen('brief-saved');
      } catch (failure) {
        const current = failure instanceof CallError ? (failure.current as Brief | undefined) : undefined;
        if (current !== undefined) {
          setTheirs(current.text);
          setOriginal(current.text);
        }
        throw failure;
      }
    });
  };
  const failure = error === null ? posted?.failure.message : errorMessage(error);
  return (
    <section id={task} className={styles['brief']} aria-labelledby={`${task}-name`}>
      <h2 id={`${task}-name`}>{taskLabel(task)}</h2>
      {brief.text === '' ? (
        <p className={styles['none']}>No brief yet: students see nothing here.</p>
      ) : (
        <Markdown text={brief.text} html={brief.html} />
      )}
      <details className={styles['fold']} open={failure !== undefined}>
        <summary>{brief.text === '' ? 'Write the brief' : 'Edit the brief'}</summary>
        <form method="post" className={styles['form']} onSubmit={submit}>
          <FormKey of={`brief-${task}`} />
          <input type="hidden" name="task" value={task} />
          <input type="hidden" name="original" value={original} />
          <TextArea
            label={`Brief of ${taskLabel(task)}`}
            name="text"
            rows={8}
            maxLength={limits.brief}
            value={text}
            hint="What to show, what counts. Markdown: *emphasis*, lists, [links](https://…), `code`. Left empty, there is no brief."
            onChange={({ target }) => {
              setTouched(true);
              setTyped(target.value);
            }}
          />
          <MessageRoom>
            {failure !== undefined && theirs === null && <Notice tone="error">{failure}</Notice>}
            {failure !== undefined && theirs !== null && (
              <Notice tone="warning" role="alert" title={failure}>
                <p>What stands there now; saving once more puts yours in its place:</p>
                {theirs === '' ? <p>No brief.</p> : <LinkedText text={theirs} />}
              </Notice>
            )}
          </MessageRoom>
          <div>
            <Button type="submit" variant="secondary" busy={isBusy}>
              Save the brief
            </Button>
          </div>
        </form>
      </details>
    </section>
  );
}
