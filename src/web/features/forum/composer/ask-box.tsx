import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { useLocation } from 'react-router';
import { namesOfFilesNote } from '#contract/forum/attachment-marks';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useReturnedDraft, useSaveStatus } from '../../../lib/forms/use-draft.ts';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { useReturnedRequest } from '../../../lib/outbox/use-outbox.ts';
import { anonymousDraft, readersDraft } from '../../../lib/stored-names/forum.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { useTypedBeforeHydration } from '../../../ui/use-typed-before-hydration.ts';
import type { SendFile } from '../attachments/attachments.ts';
import { SimilarQuestions } from '../search/similar-questions.tsx';
import { useClickOutside } from '../../../lib/use-click-outside.ts';
import { Composer } from './composer.tsx';
import styles from './composer.module.css';

/**
 * One line, which opens over the list. While a question is edited a note replaces it (specification,
 * section 4: post or edit, not both).
 */
export function AskBox({
  draftKey,
  s_id,
  batch,
  isEditing,
  mayBeAnonymous,
  asked,
  onAsk,
  onAttach,
}: {
  draftKey: string;
  s_id: string;
  batch: string;
  isEditing: boolean;
  /** False for staff, who always post with their name, and to the batch. */
  mayBeAnonymous: boolean;
  asked: readonly QueuedRequest[];
  onAsk: (
    question: { text: string; isAnonymous: boolean; isPrivate: boolean },
    draft: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  onAttach: SendFile;
}) {
  const form = useRefusedForm();
  const posted = form?.values['editId'] === undefined ? form?.values['question'] : undefined;
  const [text, setText] = useReturnedDraft(draftKey, posted);
  // A restored draft keeps its anonymous choice.
  const anonymousKey = anonymousDraft(draftKey);
  const [anonymous, setAnonymous] = useReturnedDraft(anonymousKey, form?.values['anonymous']);
  const toKey = readersDraft(draftKey);
  const [to, setTo] = useReturnedDraft(toKey, form?.values['to']);
  const isPrivate = mayBeAnonymous && to === 'mentors';
  const isAnonymous = mayBeAnonymous && anonymous !== '' && !isPrivate;
  const saveStatus = useSaveStatus(draftKey);
  const refused = asked.find(({ state }) => state === 'refused');
  const returned = useReturnedRequest(refused, text === '');
  const failure = (text === posted ? form?.failure : returned.failure) ?? null;
  const [isOpen, setOpen] = useState(false);
  // Open until the answer, and until a refused text is back: no button moves from under a double click.
  const isSending = returned.isReturned || asked.some(({ failure }) => failure === null);
  const [wasSending, setWasSending] = useState(isSending);
  if (wasSending !== isSending) {
    setWasSending(isSending);
    if (!isSending && text === '') setOpen(false);
  }
  // A refused question opens the box, which stays open until the next answer.
  if (failure !== null && !isOpen) setOpen(true);
  const box = useRef<HTMLDivElement>(null);
  useClickOutside(box, isOpen, () => setOpen(false));
  const { hash } = useLocation();
  useEffect(() => {
    const field = box.current?.querySelector('textarea');
    if (hash === '#ask') field?.focus();
    // It may have had the focus before hydration.
    if (box.current?.contains(document.activeElement)) setOpen(true);
  }, [hash]);
  return (
    <div ref={box} id="ask" data-ask className={styles['ask']}>
      {isEditing ? (
        <Small>You are editing a question below. Finish with Update Query or Cancel.</Small>
      ) : (
        <Composer
          label={isPrivate ? 'Ask the mentors' : 'Ask the batch'}
          action={isPrivate ? 'Ask the mentors' : 'Post Query'}
          text={text}
          line={{
            placeholder: 'Ask a question',
            isOpen,
            onOpen: setOpen,
          }}
          name="question"
          failure={failure}
          saveStatus={saveStatus}
          options={
            <>
              {/* Its words leave this device with the question only. */}
              {!isPrivate && <SimilarQuestions s_id={s_id} batch={batch} text={text} />}
              {mayBeAnonymous && <Readers isPrivate={isPrivate} onChoose={setTo} />}
              {mayBeAnonymous && !isPrivate && (
                <Checkbox
                  label="Ask anonymously (mentors see your name)"
                  name="anonymous"
                  value="true"
                  checked={isAnonymous}
                  hint={isAnonymous && namesOfFilesNote(text)}
                  onChange={({ target }) => setAnonymous(target.checked ? 'true' : '')}
                />
              )}
            </>
          }
          onChange={setText}
          onAttach={onAttach}
          onSend={async (question) => {
            returned.setFailure(null);
            await onAsk(
              { text: question, isAnonymous, isPrivate },
              {
                [draftKey]: text,
                [anonymousKey]: isAnonymous ? anonymous : '',
                [toKey]: isPrivate ? to : '',
              },
            );
            setText('');
            setAnonymous('');
            setTo('');
          }}
        />
      )}
    </div>
  );
}

/** Whom to ask; also works without script. */
function Readers({ isPrivate, onChoose }: { isPrivate: boolean; onChoose: (to: string) => void }) {
  return (
    <Stack as="fieldset" gap={1}>
      <legend className="visually-hidden">Who can read it</legend>
      <Row gap={4}>
        <Reader to="" label="The batch" isChosen={!isPrivate} onChoose={onChoose} />
        <Reader to="mentors" label="Only the mentors" isChosen={isPrivate} onChoose={onChoose} />
      </Row>
      <Small role="status">
        {isPrivate
          ? 'Only you, your mentors and the office can read it.'
          : 'Everyone in your batch can read it.'}
      </Small>
    </Stack>
  );
}

function Reader({
  to,
  label,
  isChosen,
  onChoose,
}: {
  to: string;
  label: string;
  isChosen: boolean;
  onChoose: (to: string) => void;
}) {
  const id = useId();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => target.checked && onChoose(to);
  useTypedBeforeHydration(id, choose);
  return (
    <span className={styles['reader']}>
      <input id={id} type="radio" name="to" value={to} checked={isChosen} onChange={choose} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
