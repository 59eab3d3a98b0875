import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits';
import type { StaffNote } from '#contract/progress/student-calls';
import { call, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { hasOlder } from '../../lib/has-older.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { usePostedForm, useTextForm } from '../../lib/forms/use-text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './student-notes.module.css';

function NoteForm({ s_id, userId }: { s_id: string; userId: string }) {
  const { revalidate } = useRevalidator();
  const form = { posted: usePostedForm('add-note'), draft: `${userId} note about ${s_id}`, about: s_id };
  const { text, setText, isEmpty, isBusy, failure, errorAt, submit } = useTextForm(
    form,
    async (typed, idempotencyKey) => {
      await call('addStaffNote', { params: { s_id }, body: { text: typed }, idempotencyKey });
      tellScreen('note-added');
      void revalidate();
    },
  );
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of="add-note" />
      <input type="hidden" name="act" value="add-note" />
      <TextArea
        label="A note for staff"
        name="text"
        rows={3}
        maxLength={limits.note}
        value={text}
        hint="Only mentors of the batch and the office read it; the student never does."
        error={isEmpty ? 'The note is empty' : errorAt('text')}
        onChange={({ target }) => setText(target.value)}
      />
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Add the note
        </Button>
      </div>
    </form>
  );
}

function DeleteForm({ note, s_id, onDeleted }: { note: StaffNote; s_id: string; onDeleted: () => void }) {
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  return (
    <form
      method="post"
      className={styles['delete']}
      onSubmit={(event) => {
        event.preventDefault();
        const press = { params: { s_id, note: note.id }, idempotencyKey: keyOf(note.id) };
        void run(async () => {
          await call('deleteStaffNote', press);
          onDeleted();
        });
      }}
    >
      <FormKey of={`delete-note-${note.id}`} />
      <input type="hidden" name="act" value="delete-note" />
      <input type="hidden" name="note" value={note.id} />
      <Button
        type="submit"
        variant="quiet"
        small
        busy={isBusy}
        aria-label={`Delete your note: ${note.text.slice(0, 40)}`}
      >
        Delete
      </Button>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
    </form>
  );
}

/** Notes among staff about a student: a form, and what was written, newest first; one's own can be deleted. */
export function StudentNotes({
  s_id,
  userId,
  first,
}: {
  s_id: string;
  /** The current user, for the key of the draft. */
  userId: string;
  first: readonly StaffNote[];
}) {
  const [older, setOlder] = useState<readonly StaffNote[]>([]);
  const [goesOn, setGoesOn] = useState(() => hasOlder(first));
  const list = useRef<HTMLHeadingElement>(null);
  const [deletions, setDeletions] = useState(0);
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // The button that was pressed is gone.
    if (deletions > 0) list.current?.focus();
  }, [deletions]);
  const notes = [...first, ...older];
  const deleted = (id: string) => async () => {
    setOlder((current) => current.filter((note) => note.id !== id));
    await revalidate();
    tellScreen('note-deleted');
    setDeletions((count) => count + 1);
  };
  async function showOlder(): Promise<void> {
    const page = await call('listStaffNotes', { params: { s_id }, query: { before: notes.at(-1)?.id } });
    setOlder([...older, ...page]);
    setGoesOn(hasOlder(page));
  }
  return (
    <>
      <NoteForm s_id={s_id} userId={userId} />
      <h3 ref={list} tabIndex={-1} className={styles['count']}>
        {notes.length === 0 ? 'No notes yet' : 'What was noted'}
      </h3>
      <ul className={styles['notes']}>
        {notes.map((note) => (
          <li key={note.id} className={styles['note']}>
            <p className={styles['by']}>
              <span>{`${note.author.name}, `}</span>
              <TimeAgo value={note.createdAt} />
            </p>
            <LinkedText text={note.text} />
            {note.isOwn && <DeleteForm note={note} s_id={s_id} onDeleted={() => void deleted(note.id)()} />}
          </li>
        ))}
      </ul>
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      {goesOn && (
        <Button variant="secondary" busy={isBusy} onClick={() => void run(showOlder)}>
          Show older notes
        </Button>
      )}
    </>
  );
}
