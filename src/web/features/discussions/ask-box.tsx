import { useDraft, useSaveStatus } from '../../lib/use-draft.ts';
import { Card } from '../../ui/card.tsx';
import styles from './ask-box.module.css';
import { Composer } from './composer.tsx';

/**
 * The box for a new question. A question is either being posted or edited (specification, section 4): while one is
 * edited in its place, words stand here instead, in the same room.
 */
export function AskBox({
  draftKey,
  isAway,
  onAsk,
}: {
  draftKey: string;
  isAway: boolean;
  onAsk: (text: string) => Promise<void>;
}) {
  const [text, setText] = useDraft(draftKey);
  const kept = useSaveStatus(draftKey);
  return (
    <Card className={styles['ask']}>
      {isAway ? (
        <p className={styles['away']}>
          You are editing a question below. Finish with Update Query, or press Escape to leave it as it was.
        </p>
      ) : (
        <Composer
          label="Ask the batch"
          action="Post Query"
          text={text}
          kept={kept}
          onChange={setText}
          onSend={async (question) => {
            await onAsk(question);
            setText('');
          }}
        />
      )}
    </Card>
  );
}
