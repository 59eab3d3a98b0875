import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { questionAddress } from '#contract/forum/question-view';
import { limits } from '#contract/limits';
import type { StaffNote, StudentPost } from '#contract/progress/student-calls';
import { call } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { pageOf, usePages } from '../../lib/use-pages.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './student.module.css';
import { noteDraft } from '../../lib/stored-names/staff.ts';

function NoteForm({ s_id, userId }: { s_id: string; userId: string }) {
  const form = useActionForm({ formName: 'add-note', keepsFields: true, onDone: () => setText('') });
  const [text, setText] = useDraft(noteDraft(userId, s_id), form.values?.['text'] ?? '');
  return (
    <ActionForm form={form} button="Add the note" narrow>
      <TextArea
        label="A note for staff"
        name="text"
        rows={3}
        maxLength={limits.note}
        readOnly={form.isBusy}
        value={text}
        hint="Only mentors of the batch and the office see it."
        error={form.errorAt('text')}
        onChange={({ target }) => setText(target.value)}
      />
    </ActionForm>
  );
}

function DeleteForm({ note: { id, text }, onDeleted }: { note: StaffNote; onDeleted: () => void }) {
  const form = useActionForm({ formName: 'delete-note', target: { note: id }, onDone: onDeleted });
  return (
    <ActionForm
      form={form}
      button="Delete"
      variant="quiet"
      small
      label={`Delete your note: ${text.slice(0, 40)}`}
    />
  );
}

/** As a new note: the deleted one is gone. */
function UndoDelete({ note: { text }, onDone }: { note: StaffNote; onDone: () => void }) {
  const form = useActionForm({ formName: 'add-note', hidden: { text }, onDone });
  return (
    <Row>
      <Small>Your note was deleted.</Small>
      <ActionForm form={form} button="Undo" small />
    </Row>
  );
}

/** Newest first; the reader's own can be deleted, and that undone. */
export function StudentNotes({
  s_id,
  userId,
  first,
}: {
  s_id: string;
  /** For the draft's key. */
  userId: string;
  first: readonly StaffNote[];
}) {
  const {
    items: notes,
    change,
    more,
  } = usePages<StaffNote>(pageOf(first), {
    idOf: ({ id }) => id,
    read: async (last) =>
      pageOf(await call('listStaffNotes', { params: { s_id }, query: { before: last?.id } })),
  });
  const [lastDeleted, setDeleted] = useState<StaffNote | null>(null);
  const list = useRef<HTMLHeadingElement>(null);
  const deleted = (gone: StaffNote) => {
    change((current) => current.filter((note) => note.id !== gone.id));
    setDeleted(gone);
    list.current?.focus();
  };
  return (
    <>
      <NoteForm s_id={s_id} userId={userId} />
      <h3 ref={list} tabIndex={-1} className={styles['count']}>
        {notes.length === 0 ? 'No notes yet' : 'Notes so far'}
      </h3>
      {lastDeleted !== null && (
        <UndoDelete key={lastDeleted.id} note={lastDeleted} onDone={() => setDeleted(null)} />
      )}
      <Stack as="ul" gap={3}>
        {notes.map((note) => (
          <li key={note.id} className={styles['note']}>
            <Small>
              <span>{`${note.author.name}, `}</span>
              <TimeAgo value={note.createdAt} />
            </Small>
            <LinkedText text={note.text} />
            {note.isOwn && <DeleteForm note={note} onDeleted={() => deleted(note)} />}
          </li>
        ))}
      </Stack>
      <MoreButton more={more}>Show older notes</MoreButton>
    </>
  );
}

/** Newest first, linked to their questions. */
export function StudentPosts({ batch, posts }: { batch: string | null; posts: readonly StudentPost[] }) {
  if (batch === null || posts.length === 0) return <Small>Nothing in the forum yet.</Small>;
  return (
    <Stack as="ul" gap={3} className={styles['posts']}>
      {posts.map(({ kind, question, text, createdAt, anonymous }) => (
        <li key={`${kind} ${question} ${createdAt}`}>
          <Small>
            <span>{`${kind === 'question' ? 'Question' : 'Comment'}, `}</span>
            <TimeAgo value={createdAt} />
            {anonymous && <span>, anonymous to classmates</span>}
          </Small>
          <Link to={questionAddress(batch, question)}>{text}</Link>
        </li>
      ))}
    </Stack>
  );
}
