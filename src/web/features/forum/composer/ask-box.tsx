import { namesOfFilesNote } from '#contract/forum/attachment-marks';
import { FormKey } from '../../../lib/forms/form-key.tsx';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { useReturnedRequest } from '../../../lib/outbox/use-outbox.ts';
import { useRefusedForm, useReturnedDraft } from '../../../lib/forms/refused-form.ts';
import { useSaveStatus } from '../../../lib/forms/use-draft.ts';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Checkbox } from '../../../ui/field.tsx';
import styles from './ask-box.module.css';
import type { SendFile } from '../attachments/send-file.ts';
import { Composer } from './composer.tsx';
import { SimilarQuestions } from '../search/similar-questions.tsx';

/**
 * The composer for a new question. While a question is edited (specification, section 4: post or edit, not
 * both), an equally tall note replaces it.
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
  /** False for staff, who always post with their name. */
  mayBeAnonymous: boolean;
  /** Questions in the outbox. */
  asked: readonly QueuedRequest[];
  onAsk: (
    question: { text: string; isAnonymous: boolean },
    draft: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  onAttach: SendFile;
}) {
  const form = useRefusedForm();
  const posted = form?.values['editId'] === undefined ? form?.values['question'] : undefined;
  const [text, setText] = useReturnedDraft(draftKey, posted);
  // A restored draft keeps its anonymous choice.
  const anonymousKey = `${draftKey} anonymous`;
  const [anonymous, setAnonymous] = useReturnedDraft(anonymousKey, form?.values['anonymous']);
  const isAnonymous = mayBeAnonymous && anonymous !== '';
  const saveStatus = useSaveStatus(draftKey);
  const refused = asked.find(({ state }) => state === 'refused');
  const returned = useReturnedRequest(refused, text === '');
  return (
    <Card className={classNames(styles['ask'], mayBeAnonymous && styles['withOption'])}>
      {isEditing ? (
        <p className={styles['note']}>
          You are editing a question below. Finish with Update Query or Cancel.
        </p>
      ) : (
        <>
          <Composer
            label="Ask the batch"
            action="Post Query"
            text={text}
            hidden={<FormKey of="question" />}
            failure={text === posted ? form?.failure : returned.failure}
            saveStatus={saveStatus}
            options={
              mayBeAnonymous && (
                <Checkbox
                  label="Ask anonymously (mentors see your name)"
                  name="anonymous"
                  value="true"
                  checked={isAnonymous}
                  hint={isAnonymous && namesOfFilesNote(text)}
                  onChange={({ target }) => setAnonymous(target.checked ? 'true' : '')}
                />
              )
            }
            onChange={setText}
            onAttach={onAttach}
            onSend={async (question) => {
              returned.setFailure(null);
              await onAsk(
                { text: question, isAnonymous },
                { [draftKey]: text, [anonymousKey]: isAnonymous ? anonymous : '' },
              );
              setText('');
              setAnonymous('');
            }}
          />
          <SimilarQuestions s_id={s_id} batch={batch} text={text} />
        </>
      )}
    </Card>
  );
}
