import { FormKey } from '../../lib/form-key.tsx';
import { forgetIdempotencyKey, idempotencyKeyOf } from '../../lib/idempotency-key.ts';
import { useRefusedForm, useReturnedDraft } from '../../lib/refused-form.ts';
import { useSaveStatus } from '../../lib/use-draft.ts';
import { Card } from '../../ui/card.tsx';
import styles from './ask-box.module.css';
import { Composer } from './composer.tsx';
import type { Sending } from './use-discussion.ts';

/**
 * The composer for a new question. A question is either being posted or edited (specification, section 4): while one is
 * edited in its place, a note stands here instead, as tall as the composer.
 */
export function AskBox({
  draftKey,
  isEditing,
  onAsk,
}: {
  draftKey: string;
  isEditing: boolean;
  onAsk: (text: string, sending: Sending) => Promise<void>;
}) {
  const refused = useRefusedForm();
  const returned = refused?.values['editId'] === undefined ? refused?.values['question'] : undefined;
  const [text, setText] = useReturnedDraft(draftKey, returned);
  const saveStatus = useSaveStatus(draftKey);
  return (
    <Card className={styles['ask']}>
      {isEditing ? (
        <p className={styles['note']}>
          You are editing a question below. Finish with Update Query, or press Escape to leave it as it was.
        </p>
      ) : (
        <Composer
          label="Ask the batch"
          action="Post Query"
          text={text}
          hidden={<FormKey of="question" />}
          failure={text === returned ? refused?.failure : undefined}
          saveStatus={saveStatus}
          onChange={setText}
          onSend={async (question, send) => {
            await onAsk(question, { send, idempotencyKey: idempotencyKeyOf(draftKey, question) });
            forgetIdempotencyKey(draftKey);
            setText('');
          }}
        />
      )}
    </Card>
  );
}
